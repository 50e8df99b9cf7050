/// How an engine stays in the list: it renews a lease, and until when it may act on the sessions
/// that it has.
///
/// An engine that was frozen (SIGSTOP, a paused machine) wakes up without knowing that its sessions
/// live elsewhere by now. So it acts only until ``actsUntil``, which it moves on as long as it
/// runs. Whether the store answers does not matter: engines that run go on while the store is
/// down.
package struct Lease: Hashable, Sendable {
  package typealias Instant = ContinuousClock.Instant

  package enum Phase: Hashable, Sendable {
    /// There is none.
    ///
    /// Can transition to: ``held(id:)``.
    case none
    /// The store knows it, as far as this engine knows.
    ///
    /// Can transition to: ``none``.
    case held(id: Int64)
  }

  /// What an engine finds when it looks at the time.
  package enum Waking: Hashable, Sendable {
    /// It has run all along.
    case inTime
    /// It was frozen past the time that it may act for, so long: others may have its sessions.
    case late(by: Duration)
  }

  /// How long before a lease ends its engine stops acting: what a request takes.
  package static let margin = Duration.seconds(2)

  /// How long leases last that an engine goes by, s. One that the store keeps for longer is renewed
  /// as if it lasted no longer than this.
  private static let lengths: ClosedRange<Int64> = 5 ... 600

  package private(set) var phase = Phase.none
  /// Past this the engine does not act on its sessions; nil before it has first looked.
  package private(set) var actsUntil: Instant?
  /// How long a lease lasts.
  package private(set) var duration: Duration

  /// - Parameter seconds: How long a lease lasts, as far as it is up to the engine; 5 to 600.
  package init(seconds: Int64) {
    self.duration = Self.duration(of: seconds)
  }

  private static func duration(of seconds: Int64) -> Duration {
    .seconds(min(max(seconds, Self.lengths.lowerBound), Self.lengths.upperBound))
  }

  package var id: Int64? {
    if case .held(let id) = self.phase { id } else { nil }
  }

  /// How often to look at the time, and to renew.
  package var interval: Duration { self.duration / 4 }

  /// The engine runs at this time.
  package mutating func run(at now: Instant) -> Waking {
    defer { self.actsUntil = now + self.duration - Self.margin }
    guard let actsUntil, now > actsUntil else { return .inTime }
    return .late(by: now - actsUntil)
  }

  /// The store has given one.
  package mutating func grant(id: Int64, seconds: Int64) {
    self.phase = .held(id: id)
    self.duration = Self.duration(of: seconds)
  }

  /// The store says how long it lasts from now on; 0 if it is over.
  package mutating func renew(seconds: Int64) {
    if seconds <= 0 { self.phase = .none }
  }

  /// It was given back, or the store does not know it.
  package mutating func drop() { self.phase = .none }
}
