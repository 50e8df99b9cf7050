/// One thing that happened on the client (or was ordered by a backend), at its own time.
///
/// Events are the only way into a ``Session``; a session is the sum of its events, which is what
/// makes it recordable and replayable.
public struct Event: Hashable, Sendable {
  /// The client's number for the event, from 1; 0 for what no client numbers.
  public var sequence: UInt64
  /// When it happened, on the client's clock (rule S5).
  public var time: Instant
  /// What happened.
  public var kind: Kind
  /// The backend's name for it, if a backend ordered it; nil for everything the client did.
  public var command: String?

  public init(sequence: UInt64 = 0, time: Instant, kind: Kind, command: String? = nil) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
    self.command = command
  }
}
