import InteractionCore
import InteractionExperience
import InteractionTrace
import Testing

/// Events in no sensible order: duplicates, interruptions, late and early times, two lists at once.
private struct Chaos {
  private var random: SeededGenerator
  private var time = Instant.zero
  private var drag: UInt32 = 1
  private var last: Event?

  init(seed: UInt64) {
    self.random = SeededGenerator(seed: seed)
  }

  mutating func next() -> Event {
    if let last = self.last, self.chance(0.05) { return last }
    let step =
      self.chance(0.02)
      ? Int64.random(in: 0 ... 6_000_000, using: &self.random)
      : Int64.random(in: 0 ... 120_000, using: &self.random)
    self.time = self.time + TimeSpan(microseconds: step)
    let late = self.chance(0.05) ? Int64.random(in: 0 ... 9_000_000, using: &self.random) : 0
    let event = Event(
      time: Instant(microseconds: self.time.microseconds - late), kind: self.kind())
    self.last = event
    return event
  }

  private mutating func kind() -> Event.Kind {
    switch Int.random(in: 0 ..< 100, using: &self.random) {
    case 0 ..< 68: return .scroll(self.scroll())
    case 68 ..< 74: return .tapTab(index: Int.random(in: 0 ..< 5, using: &self.random))
    case 74 ..< 76: return .selectTab(index: Int.random(in: 0 ..< 5, using: &self.random))
    case 76 ..< 78:
      return .orderToggle(id: "rocket", look: Bool.random(using: &self.random) ? .above : .below)
    case 78 ..< 82:
      let commands = FloorCommand.allCases
      return .floor(commands[Int.random(in: 0 ..< commands.count, using: &self.random)])
    case 82 ..< 86:
      return .animationEnded(
        directive: UInt64.random(in: 0 ... 200, using: &self.random),
        outcome: Bool.random(using: &self.random) ? .finished : .cancelled)
    case 86 ..< 88: return .background
    case 88 ..< 91: return .foreground
    case 91 ..< 93: return .environment(self.environment())
    case 93 ..< 95: return self.asset()
    case 95 ..< 97: return .heldDrags([HeldDrag(source: SourceID("home"), drag: self.drag)])
    case 97 ..< 99: return self.pointer()
    default: return .tick
    }
  }

  private mutating func scroll() -> Scroll {
    let phases = Scroll.Phase.allCases
    var phase = phases[Int.random(in: 0 ..< phases.count, using: &self.random)]
    if self.chance(0.5) { phase = .moved }
    if phase == .began { self.drag += 1 }
    let isOld = self.chance(0.08)
    return Scroll(
      source: SourceID(self.chance(0.8) ? "home" : "feed"), drag: isOld ? 1 : self.drag,
      phase: phase, y: self.offset(),
      velocity: phase == .ended && self.chance(0.7)
        ? Double.random(in: -3000 ... 3000, using: &self.random) : nil)
  }

  private mutating func offset() -> Double {
    let lines = [0, 456, -100, -96, -150, 455, 457.0]
    if self.chance(0.2) { return lines[Int.random(in: 0 ..< lines.count, using: &self.random)] }
    if self.chance(0.02) { return Double.random(in: -1e7 ... 1e7, using: &self.random) }
    return Double.random(in: -260 ... 1400, using: &self.random)
  }

  private mutating func environment() -> Environment {
    var environment = Environment.phone
    if Bool.random(using: &self.random) { environment.viewport = Size(width: 812, height: 375) }
    environment.reducedMotion = self.chance(0.3)
    return environment
  }

  private mutating func asset() -> Event.Kind {
    if self.chance(0.3) { return .assetFailed(slot: "floor") }
    let width = self.chance(0.2) ? 0 : 750.0
    return .assetReady(
      Asset(
        slot: "floor", kind: Bool.random(using: &self.random) ? .animated : .still,
        size: Size(width: width, height: 1334)))
  }

  private mutating func pointer() -> Event.Kind {
    let phases = Pointer.Phase.allCases
    return .pointer(
      Pointer(
        id: UInt32.random(in: 1 ... 2, using: &self.random),
        phase: phases[Int.random(in: 0 ..< phases.count, using: &self.random)], target: .floorPage,
        position: Point(x: 100, y: Double.random(in: 0 ... 812, using: &self.random))))
  }

  private mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0 ..< 1, using: &self.random) < part
  }
}

@Suite("S8 D1: ten thousand sessions of arbitrary events")
struct SimulationTests {
  @Test(
    "S3 S8 D1 D5: nothing traps, nothing sticks, and the client shows what the engine thinks",
    arguments: ["home-refined", "home-literal"])
  func chaos(name: String) throws {
    let experience = try #require(try BuiltInExperiences.named(name))
    for seed in UInt64(0) ..< 5_000 {
      var chaos = Chaos(seed: seed)
      var session = Session(experience: experience, environment: .phone)
      let opening = session.handle(Event(time: .zero, kind: .open(nil)))
      var model = ClientModel(session.snapshot)
      var next: UInt64 = 1
      func take(_ directives: [Directive]) throws {
        for directive in directives {
          try #require(directive.sequence == next, "seed \(seed)")
          next += 1
          model.apply(directive)
        }
      }
      try take(opening)
      for number in 1 ... 60 {
        var event = chaos.next()
        event.sequence = UInt64(number)
        try take(session.handle(event))
      }
      try #require(model.snapshot == session.snapshot, "seed \(seed)")
      try take(self.comeToRest(&session))
      try #require(model.snapshot == session.snapshot, "seed \(seed) at rest")
      try self.checkRest(session, seed: seed)
    }
  }

  /// Ends every drag and lets every deadline pass, as rule S8 demands.
  private func comeToRest(_ session: inout Session) throws -> [Directive] {
    var directives: [Directive] = []
    directives += session.handle(Event(time: session.now, kind: .foreground))
    for source in ["home", "feed"] {
      for drag in session.heldDrags where drag.source.name == source {
        let scroll = Scroll(
          source: drag.source, drag: drag.drag, phase: .cancelled,
          y: session.state.scrolls[source == "home" ? 0 : 1].y)
        directives += session.handle(Event(time: session.now, kind: .scroll(scroll)))
      }
    }
    directives += session.handle(
      Event(time: session.now + .seconds(60 * 60), kind: .tick))
    return directives
  }

  private func checkRest(_ session: Session, seed: UInt64) throws {
    try #require(session.nextDeadline == nil, "seed \(seed)")
    try #require(session.heldDrags.isEmpty, "seed \(seed)")
    for tracker in session.state.scrolls {
      try #require(tracker.phase == .resting, "seed \(seed)")
    }
    let floor = session.state.floor.phase.visible
    try #require(floor == .closed || floor == .open, "seed \(seed): \(floor)")
    let toggle = session.state.toggles[0]
    let isHomeSelected = session.state.tabBar.selected == 0
    guard session.experience.preset == .refined, isHomeSelected, toggle.phase != .ordered else {
      return
    }
    try #require(toggle.phase == .resting, "seed \(seed)")
    let isPast = session.state.scrolls[0].y > 456
    try #require(toggle.look == (isPast ? .above : .below), "seed \(seed)")
  }
}
