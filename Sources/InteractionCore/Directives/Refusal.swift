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
  public enum Reason: Int, Hashable, Sendable, CaseIterable {
    /// The item is not enabled.
    case disabled = 1
    /// The second floor is already open, opening or closing (rule F8), or pages are moving (N3).
    case busy = 2
    /// The second floor is not open.
    case notOpen = 3
    /// The experience has nothing of the kind.
    case absent = 4
    /// The user has to be signed in.
    case loginRequired = 5
    /// The login that it waited for did not come about.
    case loginFailed = 6
    /// The login, or the client's answer, that it waited for took too long.
    case timedOut = 7
    /// The client did not allow it (rule T5).
    case vetoed = 11
    /// The picture that it shows has not arrived (rule F10).
    case assetNotReady = 8
    /// There is no page to take away.
    case noPage = 9
    /// There are too many pages already.
    case tooManyPages = 10
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
