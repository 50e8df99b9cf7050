/// A change of tabs (rules T4–T6, X1).
public struct TabSelection: Hashable, Sendable {
  /// Who asked for it.
  public enum Origin: Hashable, Sendable, CaseIterable {
    /// A tap.
    case user
    /// The app or a backend.
    case programmatic
    /// A former session.
    case restore
  }

  /// The new selection.
  public var setting: Setting
  /// The tab selected before; nil at launch.
  public var from: Int?
  /// The tab selected now.
  public var to: Int
  /// Who asked for it.
  public var origin: Origin
  /// What the selected item and the pages play; nil shows the end state at once.
  public var timeline: Timeline?
  /// The pages' transition, where the experience has one (rule X1).
  public var transition: Setting?

  public init(
    setting: Setting, from: Int?, to: Int, origin: Origin, timeline: Timeline?,
    transition: Setting? = nil
  ) {
    self.setting = setting
    self.from = from
    self.to = to
    self.origin = origin
    self.timeline = timeline
    self.transition = transition
  }
}
