import InteractionCore

/// Decides after a failure whether, when and on which engine to reconnect. A value; the session
/// does the waiting.
struct ReconnectPlan: Sendable {
  /// The decision after a failure.
  enum RetryDecision: Hashable, Sendable {
    /// Reconnect to ``endpoint`` after the delay.
    case wait(TimeSpan)
    /// End the session: a retry cannot help.
    case giveUp
  }

  private let policy: ReconnectPolicy?
  private let endpoints: Int
  private var generator: any RandomNumberGenerator & Sendable
  /// The index of the engine for the next attempt.
  private(set) var endpoint = 0
  /// The variant of the routing key for the next attempt: it makes a proxy that hashes the key
  /// choose another engine than the overloaded one.
  private(set) var keyVariant = 0
  /// The number of failed attempts since the session was last stable.
  private(set) var failures = 0
  /// The time since which the session has not been open; nil while it is.
  private(set) var downSince: MonotonicTime?
  /// A Boolean value that indicates whether a refused token has been replaced since the session was
  /// last stable.
  private var hasRefreshed = false

  init(
    policy: ReconnectPolicy?, endpoints: Int,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.policy = policy
    self.endpoints = max(endpoints, 1)
    self.generator = generator
  }

  /// Records that the session was open for `time`. A connection that ends at once does not reset
  /// the backoff: otherwise a server that ends every session would be retried without delay.
  mutating func succeed(for time: TimeSpan) {
    self.downSince = nil
    guard time >= Self.stable else { return }
    self.failures = 0
    self.hasRefreshed = false
  }

  /// The minimum time open after which the backoff is reset.
  private static let stable = TimeSpan.seconds(1)

  /// Selects the next engine, after a drain or a failure.
  mutating func selectNextEndpoint(keyVariant: Int = 0) {
    self.endpoint = (self.endpoint + 1) % self.endpoints
    self.keyVariant = keyVariant
  }

  /// Records a failed attempt or a lost connection, and returns the decision.
  mutating func next(after error: InteractionError, at now: MonotonicTime)
    -> RetryDecision
  {
    guard let policy = self.policy else { return .giveUp }
    let since = self.downSince ?? now
    self.downSince = since
    if let patience = policy.timeout, now - since >= patience { return .giveUp }
    switch error.remedy {
    case .none:
      return .giveUp
    case .newToken:
      if self.hasRefreshed { return .giveUp }
      self.hasRefreshed = true
      self.failures += 1
      return .wait(.zero)
    case .retry:
      self.failures += 1
      if error.isLocal {
        self.selectNextEndpoint(keyVariant: error.reason == "OVERLOADED" ? self.keyVariant + 1 : 0)
        // The other engines are tried without delay; backoff begins after a full round.
        if self.failures % self.endpoints != 0 { return .wait(.zero) }
      }
      var generator = self.generator
      defer { self.generator = generator }
      return .wait(
        policy.delay(
          before: (self.failures + self.endpoints - 1) / self.endpoints, asked: error.retryDelay,
          using: &generator))
    }
  }
}

extension InteractionError {
  /// The remedy for an error.
  enum RetryAdvice: Hashable, Sendable {
    /// A retry would fail in the same way.
    case none
    /// A retry.
    case retry
    /// A retry with a new access token.
    case newToken
  }

  /// A Boolean value that indicates whether the error concerns this server or the path to it, so
  /// that another server may succeed.
  var isLocal: Bool {
    self.reason.isEmpty || ["DRAINING", "OVERLOADED"].contains(self.reason)
  }

  /// The remedy; the same as in the documentation's table of reasons.
  var remedy: RetryAdvice {
    switch self.reason {
    case "DRAINING", "OVERLOADED", "SLOW_CONSUMER", "HEARTBEAT_LOST", "TOO_MANY_EVENTS",
      "TOO_MANY_SESSIONS", "SIMULATIONS_BUSY", "OPEN_TIMEOUT", "SEQUENCE_GAP", "UNKNOWN_SESSION",
      "DIVERGED":
      return .retry
    case "TOKEN_MISSING", "TOKEN_INVALID", "TOKEN_EXPIRED":
      return .newToken
    case "":
      break
    default:
      return .none
    }
    // Without a reason the status comes from a proxy or the network, not from an engine.
    switch self.code {
    case .unauthenticated: return .newToken
    case .invalidArgument, .notFound, .permissionDenied, .unimplemented, .outOfRange,
      .failedPrecondition, .alreadyExists:
      return .none
    default: return .retry
    }
  }
}
