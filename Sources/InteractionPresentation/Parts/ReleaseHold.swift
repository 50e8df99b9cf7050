public import InteractionCore

/// Keeps what a finger has let go of where it is until the engine has decided (rule D7).
///
/// Over a network the verdict comes late: without this the list would spring back first. A client
/// asks ``lift(_:at:in:)`` when a finger lifts, keeps the target still while ``isHolding(_:)`` says
/// so, and lets go and reports `hold expired` when ``expire(at:)`` or ``grab(_:at:)`` tells it to.
///
/// ```swift
/// var hold = ReleaseHold()
/// hold.lift(.floor, at: now, in: model.snapshot)   // then send `ended` with the offset as it is
/// if hold.expire(at: later) == .floor { letGo(); session.send(.holdExpired(.floor)) }
/// guard hold.receive(directive) else { continue }   // came too late: shown without animating
/// ```
public struct ReleaseHold: Hashable, Sendable {
  /// What is held.
  private struct Held: Hashable, Sendable {
    var target: HoldTarget
    /// When the finger lifted: what the engine decided before is no verdict.
    var since: Instant
    var until: Instant
  }

  /// What was let go of before the verdict.
  private struct Expired: Hashable, Sendable {
    var target: HoldTarget
    /// When the finger had lifted: what the engine decided before is no verdict.
    var since: Instant
    var at: Instant
  }

  /// The number of the newest directive.
  private var newest: UInt64 = 0
  private var held: Held?
  /// What was let go of, and when: what the engine decided before it heard of that came too late.
  private var expired: Expired?

  /// Nothing is held.
  public init() {}

  /// Whether the target stays where the finger left it.
  public func isHolding(_ target: HoldTarget) -> Bool {
    self.held?.target == target
  }

  /// When ``expire(at:)`` has something to say.
  public var deadline: Instant? { self.held?.until }

  /// A finger lifts off `target`. Returns whether it is held: the engine has said beforehand for
  /// how long, in the client's `snapshot`, if a verdict is to come.
  public mutating func lift(
    _ target: HoldTarget, at time: Instant, in snapshot: Snapshot
  ) -> Bool {
    guard let span = snapshot.holdTime(of: target) else { return false }
    self.held = Held(target: target, since: time, until: time + span)
    return true
  }

  /// Time has passed. Returns what has to be let go of, and reported.
  public mutating func expire(at now: Instant) -> HoldTarget? {
    guard let held = self.held, now >= held.until else { return nil }
    return self.letGo(of: held, at: now)
  }

  /// A finger takes hold of `target` again. Returns what has to be let go of, and reported before
  /// the new drag is.
  public mutating func grab(_ target: HoldTarget, at now: Instant) -> HoldTarget? {
    guard let held = self.held, held.target == target else { return nil }
    return self.letGo(of: held, at: now)
  }

  private mutating func letGo(of held: Held, at now: Instant) -> HoldTarget {
    self.held = nil
    self.expired = Expired(target: held.target, since: held.since, at: now)
    return held.target
  }

  /// Takes in a directive. Returns whether it may animate: a verdict on what has been let go of
  /// already must not, its settings apply at once. One that is not newer than the last is no
  /// verdict (rule D1).
  public mutating func receive(_ directive: Directive) -> Bool {
    guard directive.sequence > self.newest else { return true }
    self.newest = directive.sequence
    guard let target = directive.holdTarget else { return true }
    if let held = self.held, held.target == target, directive.at >= held.since {
      self.held = nil
    }
    guard let expired = self.expired, expired.target == target, directive.at >= expired.since
    else { return true }
    // What starts at the very moment of the lift has been decided on the lift.
    let starts = directive.settings.contains(where: \.state.isUnderWay)
    guard directive.at >= expired.at, directive.at > expired.since || !starts else { return false }
    self.expired = nil
    return true
  }
}

extension Snapshot {
  /// How long the engine wants the target to be held, if it does.
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
  /// What the directive decides about, of what may be held.
  fileprivate var holdTarget: HoldTarget? {
    // Everything at once is no verdict.
    guard !self.replacesAll else { return nil }
    for setting in self.settings {
      switch setting.state {
      // A page that springs back says so by its links alone.
      case .floor, .links: return .floor
      case .transition: return .tabs
      case .navigation: return .back
      default: continue
      }
    }
    return nil
  }
}
