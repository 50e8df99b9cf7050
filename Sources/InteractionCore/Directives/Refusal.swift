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

  /// Why it was refused.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The item is not enabled.
    case disabled
    /// The second floor is already open, opening or closing (rule F8), or pages are moving (N3).
    case busy
    /// The second floor is not open.
    case notOpen
    /// The experience has nothing of the kind.
    case absent
    /// The user has to be signed in.
    case loginRequired
    /// The login that it waited for did not come about.
    case loginFailed
    /// The login, or the client's answer, that it waited for took too long.
    case timedOut
    /// The client did not allow it (rule T5).
    case vetoed
    /// The picture that it shows has not arrived (rule F10).
    case assetNotReady
    /// There is no page to take away.
    case noPage
    /// There are too many pages already.
    case tooManyPages
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
