/// An input to a session, with its own timestamp: a client's report or a backend's command.
///
/// Events are a ``Session``'s only input, so a session's state is a function of its events, and it
/// can be recorded and replayed.
public struct InteractionEvent: Hashable, Sendable {
  /// The client's sequence number, from 1; 0 for events that no client numbers.
  public var sequence: UInt64
  /// The time of the event on the client's clock (rule S5).
  public var time: Instant
  /// The event itself.
  public var kind: Kind
  /// The command's ID if a backend issued the event; nil for events of the client.
  public var command: String?

  public init(sequence: UInt64 = 0, time: Instant, kind: Kind, command: String? = nil) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
    self.command = command
  }
}
