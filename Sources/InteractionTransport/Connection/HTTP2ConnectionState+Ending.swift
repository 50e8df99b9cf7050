/// How a connection ends without an error (RFC 9113 §6.8).
extension HTTP2ConnectionState {
  enum Goodbye: Hashable {
    /// Can transition to: ``said``, ``heard``.
    case unsaid
    /// The client has been told. Calls that it begins before it hears that are served.
    ///
    /// Can transition to: ``heard``.
    case said
    /// The client has heard it, or has said it. No call begins any more, and with the last one the
    /// connection is over.
    case heard
  }

  /// Whether the last call has ended after which the connection is over.
  var isOver: Bool {
    self.goodbye == .heard && self.calls.elements.isEmpty
  }

  /// The connection is to end; false if the client knows already.
  mutating func sayGoodbye() -> Bool {
    guard self.goodbye == .unsaid else { return false }
    self.goodbye = .said
    return true
  }

  /// The client has heard that the connection is to end.
  mutating func goodbyeHeard() -> Action {
    guard self.goodbye == .said else { return .drop }
    self.goodbye = .heard
    return .sayLast
  }

  /// The client begins no call any more.
  mutating func clientLeaves() -> Action {
    self.goodbye = .heard
    return .leave
  }
}
