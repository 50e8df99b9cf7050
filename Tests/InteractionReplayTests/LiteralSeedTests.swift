import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionReplay
import InteractionTrace
import Testing

/// A directive of the toggle: the causing event and the look.
private struct Switch: Equatable {
  var event: UInt64
  var look: ToggleLook
  var isAnimated: Bool
}

extension Switch {
  init?(_ directive: Directive) {
    guard case .toggle(let toggle) = directive.settings.first?.state,
      case .event(let event) = directive.cause
    else { return nil }
    self.init(event: event, look: toggle.look, isAnimated: directive.timeline != nil)
  }
}

/// The original's two methods, ported literally: one sets the flag when a drag begins, the other is
/// called for every scroll.
private struct SeedHome {
  private var tabAnimateOnceScrollFlag = false
  private var lastPositionOffsetY = 0.0
  private(set) var switches: [Switch] = []

  mutating func scrollViewWillBeginDragging(isHome: Bool, contentOffsetY: Double) {
    if isHome {
      self.tabAnimateOnceScrollFlag = true
      self.lastPositionOffsetY = contentOffsetY
    }
  }

  mutating func tabBarAnimate(currentPositionOffsetY: Double, in event: UInt64) {
    if currentPositionOffsetY > self.lastPositionOffsetY {
      if self.tabAnimateOnceScrollFlag {
        if currentPositionOffsetY > 456 {
          self.switches.append(Switch(event: event, look: .above, isAnimated: true))
          self.tabAnimateOnceScrollFlag = false
        }
      }
    } else {
      if self.tabAnimateOnceScrollFlag {
        if currentPositionOffsetY < 456 {
          self.switches.append(Switch(event: event, look: .below, isAnimated: true))
          self.tabAnimateOnceScrollFlag = false
        }
      }
    }
  }
}

@Suite("R1–R6 S2: up to ten thousand generated sessions")
struct LiteralSeedTests {
  private static let seeds = 0 ..< RandomCases.count(2_000, of: 10_000)

  @Test("R2 R3 R4 S2 S4: literal does what the original's two methods do", arguments: [0, 1])
  func literalEqualsOriginal(half: Int) throws {
    let experience = try #require(try BuiltInExperiences.named("home-literal"))
    for seed in Self.seeds where seed % 2 == half {
      let events = generatedEvents(seed: seed)
      var session = Session(experience: experience, surface: .phone)
      var original = SeedHome()
      var switches: [Switch] = []
      for event in events {
        for directive in session.handle(event) {
          // Offsets below 0 belong to the floor; scrolling must have no other effect.
          if directive.isOfFloor { continue }
          switches.append(try #require(Switch(directive), "seed \(seed): \(directive)"))
        }
        guard case .scroll(let scroll) = event.kind else { continue }
        if scroll.phase == .began {
          original.scrollViewWillBeginDragging(
            isHome: scroll.source.name == "home", contentOffsetY: scroll.y)
        }
        if scroll.phase.isSample {
          original.tabBarAnimate(currentPositionOffsetY: scroll.y, in: event.sequence)
        }
      }
      try #require(switches == original.switches, "seed \(seed)")
    }
  }

  @Test("R6: refined shows the rocket at rest iff the list rests past 456", arguments: [0, 1])
  func refinedEndsRight(half: Int) throws {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    for seed in Self.seeds where seed % 2 == half {
      var session = Session(experience: experience, surface: .phone)
      var look = ToggleLook.below
      for event in generatedEvents(seed: seed) {
        look = session.handle(event).compactMap(\.toggleLook).last ?? look
        guard case .scroll(let scroll) = event.kind, scroll.source.name == "home" else { continue }
        switch scroll.phase {
        case .settled, .cancelled, .programmaticEnded:
          // Hidden looks are updated when visible again (rule R9).
          guard session.snapshot.isHomeSeen else { continue }
          try #require((look == .above) == (scroll.y > 456), "seed \(seed), y \(scroll.y)")
        case .began, .moved, .ended, .decelerating, .programmaticBegan, .programmaticMoved:
          break
        }
      }
    }
  }

  private func generatedEvents(seed: Int) -> [InteractionEvent] {
    var generator = SessionGenerator(seed: UInt64(seed), plan: .scrolling)
    return generator.trace(experience: "").events
  }
}

extension Directive {
  /// True if the directive only concerns the second floor.
  fileprivate var isOfFloor: Bool {
    switch self.settings.first?.state {
    case .floor, .floorLayout, .links: true
    default: false
    }
  }

  /// The look that the directive sets, if any.
  fileprivate var toggleLook: ToggleLook? {
    guard case .toggle(let toggle) = self.settings.first?.state else { return nil }
    return toggle.look
  }
}

extension Snapshot {
  /// True if neither a page nor the second floor covers the lists.
  fileprivate var isHomeSeen: Bool {
    self.settings.allSatisfy { setting in
      switch setting.state {
      case .floor(let floor): floor.phase == .closed || floor.phase.isPulled
      case .navigation(let navigation): navigation.pages.isEmpty
      default: true
      }
    }
  }
}
