/// Graceful shutdown of a connection (RFC 9113 §6.8).
extension HTTP2ConnectionState {
  enum GoAway: Hashable {
    /// No GOAWAY is sent.
    ///
    /// Can transition to: ``said``, ``heard``.
    case unsaid
    /// The first GOAWAY is sent. Calls that the client opens before it receives that are served.
    ///
    /// Can transition to: ``heard``.
    case said
    /// The client has acknowledged the GOAWAY, or has sent one. No call begins any more; the
    /// connection closes after the last one.
    case heard
  }

  /// True once the last call of a closing connection has ended.
  var isOver: Bool {
    self.goodbye == .heard && self.calls.elements.isEmpty
  }

  /// Begins the shutdown; false if it has begun already.
  mutating func sayGoodbye() -> Bool {
    guard self.goodbye == .unsaid else { return false }
    self.goodbye = .said
    return true
  }

  /// Handles the acknowledgement of the GOAWAY.
  mutating func goodbyeHeard() -> Action {
    guard self.goodbye == .said else { return .drop }
    self.goodbye = .heard
    return .sayLast
  }

  /// Handles the client's GOAWAY.
  mutating func clientLeaves() -> Action {
    self.goodbye = .heard
    return .leave
  }
}
