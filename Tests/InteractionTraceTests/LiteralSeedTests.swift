import InteractionCore
import InteractionExperience
import InteractionTrace
import Testing

/// The original's two methods, word for word: one sets the flag when a drag begins, the other is
/// called for every scroll.
private struct SeedHome {
  private var tabAnimateOnceScrollFlag = false
  private var lastPositionOffsetY = 0.0
  private(set) var directives: [Look] = []

  mutating func scrollViewWillBeginDragging(isHome: Bool, contentOffsetY: Double) {
    if isHome {
      self.tabAnimateOnceScrollFlag = true
      self.lastPositionOffsetY = contentOffsetY
    }
  }

  mutating func tabBarAnimate(currentPositionOffsetY: Double) {
    if currentPositionOffsetY > self.lastPositionOffsetY {
      if self.tabAnimateOnceScrollFlag {
        if currentPositionOffsetY > 456 {
          self.directives.append(.above)
          self.tabAnimateOnceScrollFlag = false
        }
      }
    } else {
      if self.tabAnimateOnceScrollFlag {
        if currentPositionOffsetY < 456 {
          self.directives.append(.below)
          self.tabAnimateOnceScrollFlag = false
        }
      }
    }
  }
}

@Suite("R1–R6 S2: ten thousand generated sessions")
struct LiteralSeedTests {
  private static let seeds = 0 ..< 10_000

  @Test("R2 R3 R4 S2 S4: literal does what the original's two methods do", arguments: [0, 1])
  func literalEqualsOriginal(half: Int) throws {
    let experience = try #require(try BuiltInExperiences.named("home-literal"))
    for seed in Self.seeds where seed % 2 == half {
      let events = generatedEvents(seed: seed)
      var session = Session(experience: experience, environment: .phone)
      var original = SeedHome()
      var looks: [Look] = []
      for event in events {
        looks += session.handle(event).compactMap(\.toggleLook)
        guard case .scroll(let scroll) = event.kind else { continue }
        if scroll.phase == .began {
          original.scrollViewWillBeginDragging(
            isHome: scroll.source.name == "home", contentOffsetY: scroll.y)
        }
        if scroll.phase.isSample { original.tabBarAnimate(currentPositionOffsetY: scroll.y) }
      }
      try #require(looks == original.directives, "seed \(seed)")
    }
  }

  @Test("R6: refined shows the rocket at rest iff the list rests past 456", arguments: [0, 1])
  func refinedEndsRight(half: Int) throws {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    for seed in Self.seeds where seed % 2 == half {
      var session = Session(experience: experience, environment: .phone)
      var look = Look.below
      for event in generatedEvents(seed: seed) {
        look = session.handle(event).compactMap(\.toggleLook).last ?? look
        guard case .scroll(let scroll) = event.kind, scroll.source.name == "home" else { continue }
        switch scroll.phase {
        case .settled, .cancelled, .programmaticEnded:
          try #require((look == .above) == (scroll.y > 456), "seed \(seed), y \(scroll.y)")
        case .began, .moved, .ended, .decelerating, .programmaticBegan, .programmaticMoved:
          break
        }
      }
    }
  }

  private func generatedEvents(seed: Int) -> [Event] {
    var generator = SessionGenerator(seed: UInt64(seed), plan: .scrolling)
    return generator.trace(experience: "").events
  }
}

extension Directive {
  /// The look that the directive sets, if it sets one.
  fileprivate var toggleLook: Look? {
    guard case .toggle(let toggle) = self.setting?.state else { return nil }
    return toggle.look
  }
}
