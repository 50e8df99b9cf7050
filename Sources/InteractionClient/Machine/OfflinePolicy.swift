public import InteractionCore

/// How a client decides on its own while no server can be reached.
///
/// The same core runs in the client then, from what the client shows; when a server can be reached
/// again it goes on from there. What backends want to tell such a session does not reach it
/// meanwhile.
@available(InteractionEngine 1.0, *)
public struct OfflinePolicy: Hashable, Sendable {
  /// What decides before a server has handed over its own, and where ``followsServer`` is false.
  public var experience: Experience
  /// How long no server must have been reachable.
  public var after: Duration
  /// Whether the experience that the server ran the session by decides, which the client then asks
  /// for whenever it opens the session; so that a copy in the app does not fall behind.
  public var followsServer: Bool

  /// - Parameters:
  ///   - experience: What decides until a server has handed over its own.
  ///   - after: How long no server must have been reachable.
  ///   - followsServer: Whether the server's experience takes its place, once it is known.
  public init(
    experience: Experience, after: Duration = .seconds(3), followsServer: Bool = true
  ) {
    self.experience = experience
    self.after = after
    self.followsServer = followsServer
  }

  /// What decides, if the server has handed over `served`.
  func experience(after served: Experience?) -> Experience {
    self.followsServer ? served ?? self.experience : self.experience
  }
}
