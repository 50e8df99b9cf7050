public import InteractionCore

/// Holds a released target in place until the engine has decided (rule D7).
///
/// The decision takes a network round trip, during which the list would spring back. A client calls
/// ``lift(_:at:in:)`` when a finger lifts and keeps the target in place while ``isHolding(_:)`` is
/// true. When ``expire(at:)`` or ``grab(_:at:)`` returns a target, it releases the target and
/// reports `hold_expired`.
///
/// ```swift
/// var hold = ReleaseHold()
/// hold.lift(.floor, at: now, in: model.snapshot)   // then send `ended` with the offset as it is
/// if hold.expire(at: later) == .floor { letGo(); session.send(.holdExpired(.floor)) }
/// guard hold.receive(directive) else { continue }   // too late: apply without animation
/// ```
public struct ReleaseHold: Hashable, Sendable {
  /// A target that is held.
  private struct ActiveHold: Hashable, Sendable {
    var target: HoldTarget
    /// The time of the lift; earlier decisions do not concern this release.
    var since: Instant
    var until: Instant
  }

  /// A target whose hold has expired.
  private struct ExpiredHold: Hashable, Sendable {
    var target: HoldTarget
    /// The time of the lift; earlier decisions do not concern this release.
    var since: Instant
    var at: Instant
  }

  /// The sequence number of the newest directive.
  private var newest: UInt64 = 0
  private var held: ActiveHold?
  /// The newest expired hold: decisions made before the engine learned of its expiry are late.
  private var expired: ExpiredHold?

  /// Creates a value that holds nothing.
  public init() {}

  /// Returns whether a target has to stay where the finger left it.
  public func isHolding(_ target: HoldTarget) -> Bool {
    self.held?.target == target
  }

  /// The time at which the hold expires; nil if there is none.
  public var deadline: Instant? { self.held?.until }

  /// Begins a hold when a finger lifts off `target`, if the client's `snapshot` contains a hold
  /// time for it. Returns whether the target is held.
  public mutating func lift(
    _ target: HoldTarget, at time: Instant, in snapshot: Snapshot
  ) -> Bool {
    guard let span = snapshot.holdTime(of: target) else { return false }
    self.held = ActiveHold(target: target, since: time, until: time + span)
    return true
  }

  /// Expires the hold once its time is over. Returns the target to release and to report.
  public mutating func expire(at now: Instant) -> HoldTarget? {
    guard let held = self.held, now >= held.until else { return nil }
    return self.expire(held, at: now)
  }

  /// Expires the hold because a finger grabs `target` again. Returns the target to release and to
  /// report before the new drag begins.
  public mutating func grab(_ target: HoldTarget, at now: Instant) -> HoldTarget? {
    guard let held = self.held, held.target == target else { return nil }
    return self.expire(held, at: now)
  }

  private mutating func expire(_ held: ActiveHold, at now: Instant) -> HoldTarget {
    self.held = nil
    self.expired = ExpiredHold(target: held.target, since: held.since, at: now)
    return held.target
  }

  /// Receives a directive. Returns whether it may animate: a decision that arrives after the hold
  /// has expired is applied without animation. A repeated directive is no decision (rule D1).
  public mutating func receive(_ directive: Directive) -> Bool {
    guard directive.sequence > self.newest else { return true }
    self.newest = directive.sequence
    guard let target = directive.holdTarget else { return true }
    if let held = self.held, held.target == target, directive.at >= held.since {
      self.held = nil
    }
    guard let expired = self.expired, expired.target == target, directive.at >= expired.since
    else { return true }
    // An animation that starts at the time of the lift was decided because of the lift.
    let starts = directive.settings.contains(where: \.state.isAnimating)
    guard directive.at >= expired.at, directive.at > expired.since || !starts else { return false }
    self.expired = nil
    return true
  }
}

extension Snapshot {
  /// Returns the time for which the engine wants the target held; nil if it does not.
  fileprivate func holdTime(of target: HoldTarget) -> TimeSpan? {
    for setting in self.settings {
      switch (target, setting.state) {
      case (.floor, .floor(let floor)): return floor.hold
      case (.tabs, .transition(let transition)):
        if case .interactive(_, let hold) = transition.phase { return hold }
        return nil
      case (.back, .navigation(let navigation)):
        if case .interactive(_, let hold) = navigation.phase { return hold }
        return nil
      default: continue
      }
    }
    return nil
  }
}

extension Directive {
  /// The hold target that the directive decides about; nil if there is none.
  fileprivate var holdTarget: HoldTarget? {
    // A directive that replaces all settings is no decision.
    guard !self.replacesAll else { return nil }
    for setting in self.settings {
      switch setting.state {
      // A spring-back of the floor changes only the links.
      case .floor, .links: return .floor
      case .transition: return .tabs
      case .navigation: return .back
      default: continue
      }
    }
    return nil
  }
}
