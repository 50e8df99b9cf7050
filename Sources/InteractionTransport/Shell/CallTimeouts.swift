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
  enum ReadState: Hashable {
    case reading
    /// Messages wait for the verification of a token.
    case verifyingToken
    /// Messages wait until the given time, since the session is throttled.
    case throttled(until: NIODeadline)
  }

  var intake = ReadState.reading
  var deadline = Deadline.none
  /// The time of the stream's own timer; nil if none is set.
  var wake: NIODeadline?
  /// The deadline for the client to read the end; nil if none is set.
  var endTimeout: NIODeadline?
}
