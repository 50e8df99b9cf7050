import InteractionCore
import InteractionPresentation

/// Watches a phone for values that change at once and that nothing explains.
final class Watcher {
  /// What jumped, when first, and at what.
  private(set) var jumps: [String] = []

  func look(_ change: Phone.Change, _ before: Presenter, _ after: Presenter, _ now: Instant) {
    let (old, new) = (before.scene(at: now), after.scene(at: now))
    for appearance in old.appearances(to: new)
    where !self.isExplained(appearance, change, at: now) {
      self.note(appearance.description, change, now)
    }
    for jump in Sight(old).jumps(to: Sight(new)) where !self.isExplained(jump, change, old) {
      self.note(jump.description, change, now)
    }
    // By time alone, until the next frame, in steps of half a millisecond.
    if case .reports = change, after.nextChange == now {
      var last = Sight(new)
      for step in 1 ... 8 {
        let next = Sight(after.scene(at: now + TimeSpan(microseconds: Int64(step) * 2_083)))
        for jump in last.jumps(to: next, limit: 24) {
          self.note(jump.description, change, now)
        }
        last = next
      }
    }
  }

  private func note(_ jump: String, _ change: Phone.Change, _ now: Instant) {
    let cause =
      switch change {
      case .input(let kind): "\(kind)"
      case .reports: "time"
      case .directive(let directive): "#\(directive.sequence)"
      }
    self.jumps.append("\(now.microseconds / 1000) ms: \(jump) by \(cause)")
  }

  private func isExplained(
    _ appearance: Appearance, _ change: Phone.Change, at now: Instant
  ) -> Bool {
    switch change {
    case .input: true
    case .reports: false
    case .directive(let directive): directive.explains(appearance, at: now)
    }
  }

  private func isExplained(_ jump: Jump, _ change: Phone.Change, _ old: Scene) -> Bool {
    switch change {
    case .input: true
    case .reports: false
    case .directive(let directive): directive.explains(jump)
    }
  }
}

extension Directive {
  /// Whether the rules want what jumps to do so.
  fileprivate func explains(_ jump: Jump) -> Bool {
    // A snapshot shows at once (D5).
    if self.replacesAll { return true }
    // What was at rest starts where its animation starts (D2).
    if jump.isFromRest, let timeline = self.timeline,
      timeline.tracks.contains(where: { $0.target == jump.target && $0.property == jump.property })
    {
      return true
    }
    // A reaction that does not come true is taken back without animation (T14).
    if jump.target.path.hasPrefix("tab/"), self.answersTap { return true }
    for setting in self.settings {
      switch setting.state {
      // Pages that still move when others begin to are at their end before (X4).
      case .transition(let transition) where transition.phase == .idle(.finished): return true
      default: continue
      }
    }
    return false
  }
}

extension Directive {
  /// Whether it may say that a tap came to nothing.
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
