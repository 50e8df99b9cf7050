/// An engine's lease, which keeps it a member, and the deadline until which it may act on its
/// sessions.
///
/// A process that was paused (SIGSTOP, a suspended machine) resumes without knowing that other
/// engines own its sessions by now. So the engine acts only until ``ownershipDeadline``, which it
/// moves while it runs. The store's availability does not matter: running engines continue while
/// the store is down.
package struct Lease: Hashable, Sendable {
  package typealias Instant = ContinuousClock.Instant

  package enum Phase: Hashable, Sendable {
    /// No lease.
    ///
    /// Can transition to: ``held(id:)``.
    case none
    /// The store has granted the lease and has not reported its end.
    ///
    /// Can transition to: ``none``.
    case held(id: Int64)
  }

  /// The result of checking the time.
  package enum PauseCheck: Hashable, Sendable {
    /// The deadline has not passed.
    case inTime
    /// The process was paused past its deadline by this time; other engines may own its sessions.
    case late(by: Duration)
  }

  /// The time before the lease's expiry at which the engine stops acting: the duration of a
  /// request.
  package static let margin = Duration.seconds(2)

  /// The range of durations that an engine assumes, s. A longer lease is renewed as if it lasted
  /// 600 s.
  private static let lengths: ClosedRange<Int64> = 5 ... 600

  package private(set) var phase = Phase.none
  /// The deadline until which the engine may act on its sessions; nil before the first
  /// ``checkDeadline(at:)``.
  package private(set) var ownershipDeadline: Instant?
  /// The assumed duration of a lease.
  package private(set) var duration: Duration

  /// - Parameter seconds: The requested duration, s; clamped to 5 to 600.
  package init(seconds: Int64) {
    self.duration = Self.duration(of: seconds)
  }

  private static func duration(of seconds: Int64) -> Duration {
    .seconds(min(max(seconds, Self.lengths.lowerBound), Self.lengths.upperBound))
  }

  /// The lease's ID; nil without a lease.
  package var id: Int64? {
    if case .held(let id) = self.phase { id } else { nil }
  }

  /// The interval between time checks, and between renewals.
  package var interval: Duration { self.duration / 4 }

  /// Moves the deadline, and reports whether it had passed.
  package mutating func checkDeadline(at now: Instant) -> PauseCheck {
    defer { self.ownershipDeadline = now + self.duration - Self.margin }
    guard let ownershipDeadline, now > ownershipDeadline else { return .inTime }
    return .late(by: now - ownershipDeadline)
  }

  /// Records a lease that the store has granted.
  package mutating func grant(id: Int64, seconds: Int64) {
    self.phase = .held(id: id)
    self.duration = Self.duration(of: seconds)
  }

  /// Records a renewal.
  ///
  /// - Parameter seconds: The time to live; 0 if the lease has expired.
  package mutating func renew(seconds: Int64) {
    if seconds <= 0 { self.phase = .none }
  }

  /// Ends a lease that was revoked, or that the store does not know.
  package mutating func end() { self.phase = .none }
}
