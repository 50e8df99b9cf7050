import InteractionCore

/// For how long a client has proven who it is.
@available(InteractionEngine 1.0, *)
enum Authorisation: Hashable, Sendable {
  /// For as long as the stream lasts.
  ///
  /// Can transition to: ``holds(until:)``.
  case unlimited
  /// Until then, in server time.
  ///
  /// Can transition to: any.
  case holds(until: Instant)
  /// Likewise, and the client has been told.
  ///
  /// Can transition to: any but this.
  case expires(at: Instant)

  /// - Parameter expiry: In server time; nil means for ever.
  init(until expiry: Instant?) {
    self = expiry.map { .holds(until: $0) } ?? .unlimited
  }

  /// When the client has to be told that its proof expires.
  func warning(by limits: StreamLimits) -> Instant? {
    if case .holds(let expiry) = self { expiry + (.zero - limits.expiryWarning) } else { nil }
  }

  /// When the stream ends, since no newer proof has come.
  func end(by limits: StreamLimits) -> Instant? {
    if case .expires(let expiry) = self { expiry + limits.expiryGrace } else { nil }
  }

  /// The time of day has jumped by so much.
  mutating func shift(by jump: TimeSpan) {
    switch self {
    case .unlimited: break
    case .holds(let expiry): self = .holds(until: expiry + (.zero - jump))
    case .expires(let expiry): self = .expires(at: expiry + (.zero - jump))
    }
  }

  /// The client is told.
  mutating func warn() {
    if case .holds(let expiry) = self { self = .expires(at: expiry) }
  }
}
