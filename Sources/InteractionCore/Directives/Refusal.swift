/// A refused request, with the reason.
public struct Refusal: Hashable, Sendable {
  /// The request that was refused.
  public enum Request: Hashable, Sendable {
    /// Selection of the tab with this index, from 0.
    case selectTab(index: Int)
    /// A command to the second floor.
    case floor(FloorCommand)
    /// A navigation request.
    case navigate(NavigationRequest.Operation)
  }

  /// The request.
  public var request: Request
  /// The reason.
  public var reason: Reason

  public init(request: Request, reason: Reason) {
    self.request = request
    self.reason = reason
  }
}
