import NIOCore

/// What a stream that runs waits for. Beside ``CallService`` and not inside it: what is part of a
/// generic type is copied by way of its metadata, and this is looked at for every message.
struct CallServing: Hashable {
  /// When the client wants the call to be over.
  enum Deadline: Hashable {
    case none
    case at(NIODeadline)
    case hasPassed
  }

  /// Whether messages are read as they come.
  enum Intake: Hashable {
    case flows
    /// Not until a token has been verified.
    case verifies
    /// Not for a while: the session costs too much.
    case isHeld(until: NIODeadline)
  }

  var intake = Intake.flows
  var deadline = Deadline.none
  /// When the stream has something to do.
  var wake: NIODeadline?
  /// How long the client has to read the end.
  var grace: NIODeadline?
}
