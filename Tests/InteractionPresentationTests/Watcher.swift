import InteractionCore
import InteractionPresentation

/// Checks a phone for discontinuous changes that no rule explains.
final class Watcher {
  /// The unexplained jumps: thing, time and cause.
  private(set) var jumps: [String] = []

  /// True while the app is in the foreground; in the background nothing is visible.
  private var isForeground = true

  func look(
    _ change: SimulatedDevice.Change, _ before: Presenter, _ after: Presenter, _ now: Instant
  ) {
    switch change {
    case .input(.background): self.isForeground = false
    // Missed changes apply at once (D5).
    case .directive(let directive) where directive.replacesAll: self.isForeground = true
    case .input, .directive, .reports: break
    }
    guard self.isForeground else { return }
    let (old, new) = (before.scene(at: now), after.scene(at: now))
    if old != new {
      self.compare(old, new, change, now, after: before.snapshot)
    }
    // By time alone, until the next frame, in steps of a quarter of a frame.
    if case .reports = change, after.nextChange == now {
      var last = VisibleScene(new)
      let seen = new.inView
      for step in 1 ... 4 {
        let next = VisibleScene(after.scene(at: now + TimeSpan(microseconds: Int64(step) * 4_166)))
        for jump in last.jumps(to: next, limit: 48) where seen[jump.thing] != nil {
          self.note(jump.description, change, now)
        }
        last = next
      }
    }
  }

  private func compare(
    _ old: PresentedScene, _ new: PresentedScene, _ change: SimulatedDevice.Change, _ now: Instant,
    after known: Snapshot
  ) {
    for appearance in old.appearances(to: new)
    where !self.isExplained(appearance, change, at: now, after: known) {
      self.note(appearance.description, change, now)
    }
    let (seen, seenNext) = (old.inView, new.inView)
    for jump in VisibleScene(old).jumps(to: VisibleScene(new))
    where seen[jump.thing] != nil && seenNext[jump.thing] != nil
      && !self.isExplained(jump, change, at: now, after: known)
    {
      self.note(jump.description, change, now)
    }
  }

  private func note(_ jump: String, _ change: SimulatedDevice.Change, _ now: Instant) {
    let cause =
      switch change {
      case .input(let kind): "\(kind)"
      case .reports: "time"
      case .directive(let directive): "#\(directive.sequence)"
      }
    self.jumps.append("\(now.microseconds / 1000) ms: \(jump) by \(cause)")
  }

  private func isExplained(
    _ appearance: Appearance, _ change: SimulatedDevice.Change, at now: Instant,
    after known: Snapshot
  ) -> Bool {
    switch change {
    case .input: true
    case .reports: false
    case .directive(let directive):
      directive.explains(appearance, at: now, after: known)
    }
  }

  private func isExplained(
    _ jump: Jump, _ change: SimulatedDevice.Change, at now: Instant, after known: Snapshot
  ) -> Bool {
    switch change {
    case .input: true
    case .reports: false
    case .directive(let directive): directive.explains(jump, at: now, after: known)
    }
  }
}

extension Directive {
  /// Returns true if the rules require a jump.
  fileprivate func explains(_ jump: Jump, at now: Instant, after known: Snapshot) -> Bool {
    // A snapshot applies at once (D5).
    if self.replacesAll { return true }
    // A value at rest jumps to the start of its animation (D2).
    if jump.isFromRest, let timeline = self.timeline,
      timeline.tracks.contains(where: { $0.target == jump.target && $0.property == jump.property })
    {
      return true
    }
    // A mispredicted reaction is rolled back without an animation (T14).
    if jump.target.path.hasPrefix("tab/"), self.answersTap { return true }
    for setting in self.settings {
      switch setting.state {
      // A transition that is still running when another begins jumps to its end first (X4).
      case .transition(let transition) where transition.phase == .idle(.finished): return true
      // So do pages that animate back when a request interrupts them (N5).
      case .navigation(let state):
        if state.phase == .running && known.hasTakenPagesBack && jump.isOfPages { return true }
      // A switch without an animation, or whose animation is over on arrival (R5, R9, D4).
      case .toggle where self.timeline == nil || self.hasEnded(by: now): return true
      default: continue
      }
    }
    return false
  }
}

extension Directive {
  /// True if the directive can be the answer that a tap had no effect.
  private var answersTap: Bool {
    self.selection != nil
      || self.effects.contains { effect in
        guard case .refusal(let refusal) = effect, case .selectTab = refusal.request else {
          return false
        }
        return true
      }
  }
}
