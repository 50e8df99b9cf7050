import NIOCore

/// The timers and intake of a running stream. Declared beside ``CallPhase`` and not inside it:
/// types nested in a generic type are copied through runtime metadata, and this is read for every
/// message.
struct CallTimeouts: Hashable {
  /// The deadline that the client has set for the call.
  enum Deadline: Hashable {
    case none
    case at(NIODeadline)
    case hasPassed
  }

  /// The handling of incoming messages.
  enum Intake: Hashable {
    case flows
    /// Messages wait for the verification of a token.
    case verifies
    /// Messages wait until the given time, since the session is throttled.
    case isHeld(until: NIODeadline)
  }

  var intake = Intake.flows
  var deadline = Deadline.none
  /// The time of the stream's own timer; nil if none is set.
  var wake: NIODeadline?
  /// The deadline for the client to read the end; nil if none is set.
  var grace: NIODeadline?
}
