/// Graceful shutdown of a connection (RFC 9113 §6.8).
extension HTTP2ConnectionState {
  enum GoAway: Hashable {
    /// No GOAWAY is sent.
    ///
    /// Can transition to: ``sent``, ``acknowledged``.
    case notSent
    /// The first GOAWAY is sent. Calls that the client opens before it receives that are served.
    ///
    /// Can transition to: ``acknowledged``.
    case sent
    /// The client has acknowledged the GOAWAY, or has sent one. No call begins any more; the
    /// connection closes after the last one.
    case acknowledged
  }

  /// True once the last call of a closing connection has ended.
  var isComplete: Bool {
    self.goAway == .acknowledged && self.calls.elements.isEmpty
  }

  /// Begins the shutdown; false if it has begun already.
  mutating func beginGoAway() -> Bool {
    guard self.goAway == .notSent else { return false }
    self.goAway = .sent
    return true
  }

  /// Handles the acknowledgement of the GOAWAY.
  mutating func goAwayAcknowledged() -> Action {
    guard self.goAway == .sent else { return .drop }
    self.goAway = .acknowledged
    return .sendFinalGoAway
  }

  /// Handles the client's GOAWAY.
  mutating func goAwayReceived() -> Action {
    self.goAway = .acknowledged
    return .goAwayReceived
  }
}
