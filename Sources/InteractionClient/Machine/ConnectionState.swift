public import InteractionCore

/// How a session is connected.
@available(InteractionEngine 1.0, *)
public enum ConnectionState: Hashable, Sendable {
  /// It opens for the first time, or comes back from a pause.
  case connecting
  /// It is open, and new.
  case open
  /// The connection was lost, or an attempt to get another one has failed: so many have since, the
  /// newest for this reason, and the next one comes after the delay.
  case reconnecting(attempt: Int, delay: Duration, after: InteractionError)
  /// It is open again, and nothing was lost.
  case resumed
  /// It is open again, but had to begin anew; see the `opened` update that comes with it.
  case restarted(RestartReason)
  /// The server sends it elsewhere: it goes between two gestures.
  case draining
  /// No server can be reached: the client decides on its own, until one can.
  case offline
  /// The app has paused it: it has no connection, and wants none.
  case paused
  /// It is over.
  case closed
}
