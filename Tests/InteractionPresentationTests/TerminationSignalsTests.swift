import Foundation
import InteractionCore
import InteractionExperience
import InteractionPresentation
import InteractionRandom
import InteractionReplay
import InteractionTrace
import Testing

/// A user who interrupts recorded sessions.
private struct ImpatientUser {
  var random: SeededGenerator
  let experience: Experience
  /// The latest drag number of the lists, and the number of the user's own drags.
  var drags: (newest: UInt32, own: UInt32) = (0, 0)

  init(seed: UInt64, experience: Experience) {
    self.random = SeededGenerator(seed: seed)
    self.experience = experience
  }

  /// Plays a trace, and inserts random actions.
  mutating func play(_ trace: Trace, on phone: inout SimulatedDevice) {
    for step in trace.steps {
      if Int.random(in: 0 ..< trace.steps.count, using: &self.random) < 12 { self.act(on: &phone) }
      switch step.event.kind {
      case .animationEnded, .holdExpired, .tick, .serverTick: continue
      case .scroll(var scroll):
        scroll.drag += self.drags.own
        self.drags.newest = max(self.drags.newest, scroll.drag)
        phone.send(.scroll(scroll), at: step.event.time)
      default: phone.send(step.event.kind, at: step.event.time, command: step.event.command)
      }
    }
  }

  mutating func act(on phone: inout SimulatedDevice) {
    phone.pass(Int64.random(in: 10 ... 500, using: &self.random))
    let tab = Int.random(in: self.experience.tabBar.items.indices, using: &self.random)
    switch Int.random(in: 0 ..< 9, using: &self.random) {
    case 0, 1: phone.send(.tapTab(index: tab))
    case 2: self.drag(.pageContainer, sideways: true, on: &phone)
    case 3: self.drag(.backEdge, sideways: true, on: &phone)
    case 4: self.drag(.floorPage, sideways: false, on: &phone)
    case 5: self.pull(on: &phone)
    case 6: phone.send(.navigate(self.request()), command: "test")
    case 7: phone.send(.floor(Bool.random(using: &self.random) ? .open : .close))
    default:
      let loops: [BadgeAnimation] = [.alert, .shake, .shakeLoop, .none, .bounceLoop]
      let animation = loops.randomElement(using: &self.random) ?? .none
      phone.send(.badge(tab: tab, operation: .animate(animation)))
    }
  }

  private mutating func request() -> NavigationRequest {
    let styles: [NavigationStyle] = [
      .window, .spring, .fade, .standard, .page, .omni, .keyMove, .zoomTo, .scan,
    ]
    let style = styles.randomElement(using: &self.random)
    return Bool.random(using: &self.random)
      ? NavigationRequest(
        .push, route: "\(Int.random(in: 0 ..< 1_000_000, using: &self.random))", style: style)
      : NavigationRequest(.pop)
  }

  private mutating func drag(_ target: ViewPath, sideways: Bool, on phone: inout SimulatedDevice) {
    let way = Double.random(in: sideways ? -300 ... 300 : -500 ... 0, using: &self.random)
    let steps = Int.random(in: 3 ... 25, using: &self.random)
    func pointer(_ phase: Pointer.Phase, _ part: Double) -> InteractionEvent.Kind {
      let start = target == .backEdge ? Point(x: 1, y: 400) : Point(x: 187, y: 790)
      let position = Point(
        x: start.x + (sideways ? way * part : 0), y: start.y + (sideways ? 0 : way * part))
      return .pointer(Pointer(id: 1, phase: phase, target: target, position: position))
    }
    phone.send(pointer(.down, 0))
    for step in 1 ... steps {
      phone.pass(16)
      phone.send(pointer(.moved, Double(step) / Double(steps)))
    }
    let isCancelled = Int.random(in: 0 ..< 8, using: &self.random) == 0
    phone.send(pointer(isCancelled ? .cancelled : .up, 1))
  }

  private mutating func pull(on phone: inout SimulatedDevice) {
    guard let source = self.experience.sources.first?.id else { return }
    self.drags = (self.drags.newest + 1, self.drags.own + 1)
    let drag = self.drags.newest
    let way = Double.random(in: -250 ... -20, using: &self.random)
    func scroll(_ phase: Scroll.Phase, _ part: Double, velocity: Double? = nil)
      -> InteractionEvent.Kind
    {
      .scroll(
        Scroll(source: source, drag: drag, phase: phase, y: way * part, velocity: velocity))
    }
    phone.send(scroll(.began, 0))
    for step in 1 ... 12 {
      phone.pass(16)
      phone.send(scroll(.moved, Double(step) / 12))
    }
    phone.send(scroll(.ended, 1, velocity: 0))
    // A released list springs back.
    for step in 1 ... 12 {
      phone.pass(25)
      phone.send(scroll(step < 12 ? .decelerating : .settled, 1 - Double(step) / 12))
    }
  }
}

@Suite("Nothing jumps, and everything comes to rest, whatever interrupts what")
struct TerminationSignalsTests {
  @Test(
    "D2 D6 D7 T14: a hasty user over a slow network", arguments: 0 ..< 20,
    [0, 50, 150, 500] as [Int64])
  func hasty(seed: Int, delay: Int64) throws {
    let names = ["dancing-tabs", "window-navigation", "second-floor", "extended-tabs"]
    var experience = try #require(try BuiltInExperiences.named(names[seed % names.count]))
    experience.tabBar.transition?.swipes = true
    experience.floor?.rule.requiresAsset = false
    let watcher = Watcher()
    var phone = SimulatedDevice(experience, delay: .milliseconds(delay))
    phone.watch = watcher.look
    var user = ImpatientUser(seed: UInt64(seed), experience: experience)
    for _ in 0 ..< 12 { user.act(on: &phone) }
    self.expectRest(of: &phone, by: experience)
    #expect(watcher.jumps == [])
  }

  /// A trace, interrupted with a seed, over a network with a delay.
  struct Interrupted: Hashable, Sendable {
    var seed: Int
    var trace: BundledTrace
    var delay: Int64

    /// Each trace, with the delays and seeds in rotation; all combinations in a long run.
    static let all: [Interrupted] = (0 ..< 20).flatMap { seed in
      let traces = BundledTrace.allCases
      let delays = [0, 50, 150, 500] as [Int64]
      guard !RandomCases.areAll else {
        return traces.flatMap { trace in
          delays.map { Interrupted(seed: seed, trace: trace, delay: $0) }
        }
      }
      let delay = delays[(seed + seed / traces.count) % delays.count]
      return [Interrupted(seed: seed, trace: traces[seed % traces.count], delay: delay)]
    }
  }

  @Test(
    "D2 D6 D7 T14: a hasty user in the midst of every bundled trace", arguments: Interrupted.all)
  func traces(interrupted: Interrupted) throws {
    let trace = try interrupted.trace.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let watcher = Watcher()
    var phone = SimulatedDevice(
      experience, in: trace.header.surface, delay: .milliseconds(interrupted.delay),
      from: trace.header.current, at: trace.header.start)
    phone.watch = watcher.look
    var user = ImpatientUser(seed: UInt64(interrupted.seed), experience: experience)
    user.play(trace, on: &phone)
    self.expectRest(of: &phone, by: experience)
    #expect(watcher.jumps == [])
  }

  private func expectRest(of phone: inout SimulatedDevice, by experience: Experience) {
    for tab in experience.tabBar.items.indices {
      phone.send(.badge(tab: tab, operation: .animate(.none)), command: "test")
    }
    phone.rest()
    let isAtRest = phone.isAtRest
    #expect(isAtRest)
  }
}
