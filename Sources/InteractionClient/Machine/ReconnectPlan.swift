import GRPCCore

/// Decides, after a connection was lost, whether, when and where to try again. A value: the session
/// does the waiting.
@available(InteractionEngine 1.0, *)
struct ReconnectPlan: Sendable {
  /// What to do next.
  enum Verdict: Hashable, Sendable {
    /// Try again there, after the delay.
    case wait(Duration)
    /// It cannot be mended by trying again.
    case giveUp
  }

  private let policy: ReconnectPolicy?
  private let endpoints: Int
  private var generator: any RandomNumberGenerator & Sendable
  /// Which engine is tried next.
  private(set) var endpoint = 0
  /// Which variant of the routing key goes with the next attempt: a proxy that chose a full engine
  /// by the last one chooses another.
  private(set) var keyVariant = 0
  /// Attempts that have failed since the session was last open.
  private(set) var failures = 0
  /// Since when it has not been open.
  private(set) var since: ContinuousClock.Instant?
  /// Whether a refused token has been replaced since the session was last open.
  private var hasRefreshed = false

  init(
    policy: ReconnectPolicy?, endpoints: Int,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.policy = policy
    self.endpoints = max(endpoints, 1)
    self.generator = generator
  }

  /// The session was open, for so long. One that is over at once changes nothing about the waits,
  /// or a server that ends every session would be asked again without one.
  mutating func succeed(for time: Duration) {
    self.since = nil
    guard time >= Self.stable else { return }
    self.failures = 0
    self.hasRefreshed = false
  }

  /// How long a session has to have been open to count as mended.
  private static let stable = Duration.seconds(1)

  /// The server has sent the session elsewhere.
  mutating func moveOn(keyVariant: Int = 0) {
    self.endpoint = (self.endpoint + 1) % self.endpoints
    self.keyVariant = keyVariant
  }

  /// An attempt has failed, or an open session has lost its connection.
  mutating func next(after error: InteractionError, at now: ContinuousClock.Instant) -> Verdict {
    guard let policy = self.policy else { return .giveUp }
    let since = self.since ?? now
    self.since = since
    if let patience = policy.patience, now - since >= patience { return .giveUp }
    switch error.remedy {
    case .none:
      return .giveUp
    case .newToken:
      if self.hasRefreshed { return .giveUp }
      self.hasRefreshed = true
      self.failures += 1
      return .wait(.zero)
    case .again:
      self.failures += 1
      if error.isLocal {
        self.moveOn(keyVariant: error.reason == "OVERLOADED" ? self.keyVariant + 1 : 0)
        // Another engine may be there at once; a round without success is a reason to wait.
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

@available(InteractionEngine 1.0, *)
extension InteractionError {
  /// What may help.
  enum Remedy: Hashable, Sendable {
    /// Nothing: the same would happen again.
    case none
    /// Another attempt.
    case again
    /// Another attempt with a newer token.
    case newToken
  }

  /// Whether it is about the server, or the way to it: another one may do.
  var isLocal: Bool {
    self.reason.isEmpty || ["DRAINING", "OVERLOADED"].contains(self.reason)
  }

  /// What may help; the table in the documentation says the same.
  var remedy: Remedy {
    switch self.reason {
    case "DRAINING", "OVERLOADED", "SLOW_CONSUMER", "HEARTBEAT_LOST", "TOO_MANY_EVENTS",
      "TOO_MANY_SESSIONS", "SIMULATIONS_BUSY", "OPEN_TIMEOUT", "SEQUENCE_GAP", "UNKNOWN_SESSION",
      "DIVERGED":
      return .again
    case "TOKEN_MISSING", "TOKEN_INVALID", "TOKEN_EXPIRED":
      return .newToken
    case "":
      break
    default:
      return .none
    }
    // Nothing that knows the contract has spoken: a proxy, or the network.
    switch self.code {
    case .unauthenticated: return .newToken
    case .invalidArgument, .notFound, .permissionDenied, .unimplemented, .outOfRange,
      .failedPrecondition, .alreadyExists:
      return .none
    default: return .again
    }
  }
}
