public import InteractionCore

/// The state of a session's connection.
public enum SessionConnectionState: Hashable, Sendable {
  /// The session opens for the first time, or resumes after a pause.
  case connecting
  /// A new session is open.
  case open
  /// The connection was lost, or an attempt to reconnect failed. `attempt` counts the failures
  /// since the session was last open for a second, `after` is the newest error, and the next
  /// attempt follows after `delay`.
  case reconnecting(attempt: Int, delay: TimeSpan, after: InteractionError)
  /// The session was resumed without loss.
  case resumed
  /// A new session has replaced the old one; see the `opened` update that comes with it.
  case restarted(RestartReason)
  /// The server is draining: the session moves to another server between two gestures.
  case draining
  /// The client decides locally, because no server is reachable.
  case offline
  /// The app has paused the session, which has no connection.
  case paused
  /// The session has ended.
  case closed
}
