/// A request that was refused.
public struct Refusal: Hashable, Sendable {
  /// What was asked for.
  public enum Request: Hashable, Sendable {
    /// Selecting the tab with this index, from 0.
    case selectTab(index: Int)
    /// Something of the second floor.
    case floor(FloorCommand)
    /// Showing another page.
    case navigate(NavigationRequest.Operation)
  }

  /// What was asked for.
  public var request: Request
  /// Why not.
  public var reason: Reason

  public init(request: Request, reason: Reason) {
    self.request = request
    self.reason = reason
  }
}
