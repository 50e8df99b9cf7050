import InteractionCore

/// The validity of a client's token.
@available(InteractionEngine 1.0, *)
enum TokenValidity: Hashable, Sendable {
  /// It does not expire.
  ///
  /// Can transition to: ``valid(until:)``.
  case unlimited
  /// It expires at the given server time.
  ///
  /// Can transition to: ``unlimited``, ``expiring(at:)``.
  case valid(until: Instant)
  /// It expires at the given server time, and the client was asked to refresh it.
  ///
  /// Can transition to: ``unlimited``, ``valid(until:)``.
  case expiring(at: Instant)

  /// - Parameter expiry: The server time of the token's expiry; nil if it does not expire.
  init(until expiry: Instant?) {
    self = expiry.map { .valid(until: $0) } ?? .unlimited
  }

  /// Returns the server time at which the client must be asked to refresh its token; nil if none.
  func warning(by limits: StreamLimits) -> Instant? {
    if case .valid(let expiry) = self { expiry + (.zero - limits.expiryWarning) } else { nil }
  }

  /// Returns the server time at which the stream ends without a refreshed token; nil if none.
  func end(by limits: StreamLimits) -> Instant? {
    if case .expiring(let expiry) = self { expiry + limits.expiryGrace } else { nil }
  }

  /// Moves the expiry after a jump of the wall clock.
  mutating func shift(by jump: TimeSpan) {
    switch self {
    case .unlimited: break
    case .valid(let expiry): self = .valid(until: expiry + (.zero - jump))
    case .expiring(let expiry): self = .expiring(at: expiry + (.zero - jump))
    }
  }

  /// Records that the client was asked to refresh its token.
  mutating func warn() {
    if case .valid(let expiry) = self { self = .expiring(at: expiry) }
  }
}
