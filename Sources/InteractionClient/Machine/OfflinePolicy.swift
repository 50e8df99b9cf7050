public import InteractionCore

/// The policy for local decisions while no server is reachable.
///
/// The same core then runs in the client, starting from the state that it shows; the next reachable
/// server continues from there. Commands of backends do not reach the session meanwhile.
public struct OfflinePolicy: Hashable, Sendable {
  /// The experience until a server has sent its own; always used if ``followsServer`` is false.
  public var experience: Experience
  /// The time without a reachable server after which the client decides locally.
  public var after: TimeSpan
  /// A Boolean value that indicates whether the server's experience replaces ``experience``. The
  /// client then requests the definition whenever it opens the session, so that the app's copy
  /// cannot become outdated.
  public var followsServer: Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - experience: The experience until a server has sent its own.
  ///   - after: The time without a reachable server.
  ///   - followsServer: True if the server's experience replaces `experience` once it is known.
  public init(
    experience: Experience, after: TimeSpan = .seconds(3), followsServer: Bool = true
  ) {
    self.experience = experience
    self.after = after
    self.followsServer = followsServer
  }

  /// The experience to decide by, given the server's.
  func experience(after served: Experience?) -> Experience {
    self.followsServer ? served ?? self.experience : self.experience
  }
}
