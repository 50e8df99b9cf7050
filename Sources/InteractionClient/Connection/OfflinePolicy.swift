public import InteractionCore

/// How a client decides on its own while no server can be reached.
///
/// The same core runs in the client then, on the experience that is given here, from what the
/// client shows; when a server can be reached again it goes on from there. What backends want to
/// tell such a session does not reach it meanwhile.
public struct OfflinePolicy: Hashable, Sendable {
  /// What decides; best the one that the server has.
  public var experience: Experience
  /// How long no server must have been reachable.
  public var after: Duration

  public init(experience: Experience, after: Duration = .seconds(3)) {
    self.experience = experience
    self.after = after
  }
}
