import InteractionCore
import InteractionPresentation

/// Watches a phone for values that change at once and that nothing explains.
final class Watcher {
  /// What jumped, when first, and at what.
  private(set) var jumps: [String] = []

  /// Whether the app is on the screen: else there is nothing to be seen.
  private var isForeground = true

  func look(_ change: Phone.Change, _ before: Presenter, _ after: Presenter, _ now: Instant) {
    switch change {
    case .input(.background): self.isForeground = false
    // What was missed shows at once (D5).
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
      var last = Sight(new)
      let seen = new.inView
      for step in 1 ... 4 {
        let next = Sight(after.scene(at: now + TimeSpan(microseconds: Int64(step) * 4_166)))
        for jump in last.jumps(to: next, limit: 48) where seen[jump.thing] != nil {
          self.note(jump.description, change, now)
        }
        last = next
      }
    }
  }

  private func compare(
    _ old: Scene, _ new: Scene, _ change: Phone.Change, _ now: Instant, after known: Snapshot
  ) {
    for appearance in old.appearances(to: new)
    where !self.isExplained(appearance, change, at: now, after: known) {
      self.note(appearance.description, change, now)
    }
    let (seen, seenNext) = (old.inView, new.inView)
    for jump in Sight(old).jumps(to: Sight(new))
    where seen[jump.thing] != nil && seenNext[jump.thing] != nil
      && !self.isExplained(jump, change, at: now, after: known)
    {
      self.note(jump.description, change, now)
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
    _ appearance: Appearance, _ change: Phone.Change, at now: Instant, after known: Snapshot
  ) -> Bool {
    switch change {
    case .input: true
    case .reports: false
    case .directive(let directive):
      directive.explains(appearance, at: now, after: known)
    }
  }

  private func isExplained(
    _ jump: Jump, _ change: Phone.Change, at now: Instant, after known: Snapshot
  ) -> Bool {
    switch change {
    case .input: true
    case .reports: false
    case .directive(let directive): directive.explains(jump, at: now, after: known)
    }
  }
}

extension Directive {
  /// Whether the rules want what jumps to do so.
  fileprivate func explains(_ jump: Jump, at now: Instant, after known: Snapshot) -> Bool {
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
      // So are pages that still go back when a request cuts that off (N5).
      case .navigation(let state):
        if state.phase == .running && known.hasTakenPagesBack && jump.isOfPages { return true }
      // A switch without its animation, or one whose animation is over by now (R5, R9, D4).
      case .toggle where self.timeline == nil || self.isOver(at: now): return true
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
