extension CallEntry.Bypass {
  /// Where the client's DATA goes.
  enum Route: Hashable {
    /// To the HTTP/2 handler: the call has begun, and may be grpc-swift's.
    ///
    /// Can transition to: ``behind``, ``kept``.
    case undecided
    /// To the HTTP/2 handler.
    ///
    /// Can transition to: ``starting``, ``kept``.
    case behind
    /// To the HTTP/2 handler until the end of this read: it may hold some of the call's.
    ///
    /// Can transition to: ``behind``, ``direct``, ``kept``.
    case starting
    /// To the call.
    ///
    /// Can transition to: ``paused``, ``ended``.
    case direct
    /// To the call; the client gets no new room.
    ///
    /// Can transition to: ``direct``, ``ended``.
    case paused
    /// Nowhere: the client has ended its request, so that its stream is half-closed (remote)
    /// (RFC 9113 §5.1), and more DATA is an error of the stream.
    case ended
    /// To the HTTP/2 handler until the call's end. The client says how much DATA there will be,
    /// which that handler counts; or that handler has had the end of the request.
    case kept
  }
}

extension CallEntry.Bypass.Route {
  /// Whether the call takes DATA.
  var takesData: Bool {
    switch self {
    case .direct, .paused: true
    case .undecided, .behind, .starting, .ended, .kept: false
    }
  }

  /// Whether DATA bypasses the HTTP/2 handler.
  var bypasses: Bool {
    switch self {
    case .direct, .paused, .ended: true
    case .undecided, .behind, .starting, .kept: false
    }
  }

  /// The call is served here, and not by grpc-swift.
  ///
  /// - Parameter isCounted: Whether the client says how much DATA there will be.
  mutating func claim(isCounted: Bool) {
    switch self {
    case .undecided: self = isCounted ? .kept : .behind
    case .behind, .starting, .direct, .paused, .ended, .kept: break
    }
  }

  /// DATA goes to the call from the end of this read on; false if that is so, or never will be.
  mutating func start() -> Bool {
    switch self {
    case .behind:
      self = .starting
      return true
    case .undecided, .starting, .direct, .paused, .ended, .kept: return false
    }
  }

  /// The HTTP/2 handler has delivered what it had of the call.
  mutating func readEnded() {
    switch self {
    case .starting: self = .direct
    case .undecided, .behind, .direct, .paused, .ended, .kept: break
    }
  }

  /// The client gets no new room. A call that was to take its DATA does not begin to.
  mutating func pause() {
    switch self {
    case .starting: self = .behind
    case .direct: self = .paused
    case .undecided, .behind, .paused, .ended, .kept: break
    }
  }

  /// The client gets new room again.
  mutating func resume() {
    switch self {
    case .paused: self = .direct
    case .undecided, .behind, .starting, .direct, .ended, .kept: break
    }
  }

  /// The client has ended its request.
  mutating func endRequest() {
    switch self {
    case .behind, .starting: self = .kept
    case .direct, .paused: self = .ended
    // Of an undecided call, its own handler hears of the end after it has decided.
    case .undecided, .ended, .kept: break
    }
  }
}
