/// A change of pages (rules N1–N4).
public struct Navigation: Hashable, Sendable {
  /// The pages as they are from now on.
  public var setting: Setting
  /// The transition's number; see ``NavigationState/number``.
  public var number: UInt32
  /// What happens to the stack.
  public var operation: NavigationRequest.Operation
  /// The page that comes or goes.
  public var route: String
  /// How.
  public var style: NavigationStyle
  /// What the pages play; nil leaves it to the platform, or shows the end state at once.
  public var timeline: Timeline?

  public init(
    setting: Setting, number: UInt32, operation: NavigationRequest.Operation, route: String,
    style: NavigationStyle, timeline: Timeline?
  ) {
    self.setting = setting
    self.number = number
    self.operation = operation
    self.route = route
    self.style = style
    self.timeline = timeline
  }
}
