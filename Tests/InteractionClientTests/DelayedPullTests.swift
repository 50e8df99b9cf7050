import InteractionCore
import InteractionPresentation
import InteractionService
import InteractionStream
import Testing

/// A client on a slow network whose list is pulled down and released, rendered every 16 ms.
private struct PullingClient {
  private(set) var link: DelayedLink
  private var hold = ReleaseHold()
  private(set) var model: ClientModel
  private let holds: Bool
  /// The list's distance below its resting position, per frame since the release.
  private(set) var frames: [Double] = []
  private(set) var opening: (start: Instant, timeline: Timeline)?
  private(set) var hasLetGo = false
  private var pull = 0.0
  private var lifted: Instant?
  private var freed: Instant?

  init(delay: Int64, holds: Bool = true) throws {
    self.link = try DelayedLink(
      delay: .milliseconds(delay), experience: Self.experience)
    self.model = ClientModel(self.link.snapshot)
    self.holds = holds
  }

  /// Pulls to 180 pt within 0.5 s, holds for 1 s, and releases.
  mutating func pullDown() throws {
    self.scroll(.began, 0)
    for step in 1 ... 30 {
      try self.pass(16)
      self.pull = Double(step) * 6
      self.scroll(.moved, -self.pull)
    }
    for _ in 0 ..< 75 { try self.pass(16) }
    self.scroll(.moved, -self.pull)
    try self.pass(16)
    let isHeld = self.hold.lift(.floor, at: self.link.now, in: self.model.snapshot)
    self.lifted = self.link.now
    if !isHeld || !self.holds { self.freed = self.link.now }
    self.scroll(.ended, -self.pull)
  }

  /// Renders frames for some time.
  mutating func watch(_ milliseconds: Int64) throws {
    for _ in 0 ..< milliseconds / 16 {
      try self.pass(16)
      self.frames.append(self.shownPull)
    }
  }

  private mutating func pass(_ milliseconds: Int64) throws {
    let end = self.link.now + .milliseconds(milliseconds)
    for arrival in try self.link.pass(until: end) {
      self.model.apply(arrival.directive)
      let mayAnimate = self.hold.receive(arrival.directive) || !self.holds
      if case .floor(let floor) = arrival.directive.settings.first?.state, mayAnimate,
        floor.phase == .opening, let timeline = arrival.directive.timeline
      {
        self.opening = (arrival.time, timeline)
      }
    }
    if let target = self.hold.expire(at: self.link.now) {
      self.hasLetGo = true
      self.freed = self.link.now
      self.link.send(.holdExpired(target))
    }
  }

  private var shownPull: Double {
    if let opening = self.opening {
      // The list's snapshot view is shown instead of the list.
      let pull = opening.timeline.captures.first { $0.target == .listSnapshot }?.frame.y ?? 0
      let moved = opening.timeline.sample(at: self.link.now - opening.start)
        .first { $0.target == .listSnapshot && $0.property == .translateY }?.value
      return pull + (moved ?? 0)
    }
    guard let freed = self.freed else { return self.pull }
    // A released list springs back within 1/3 s.
    return self.pull * max(0, 1 - (self.link.now - freed).seconds / 0.33)
  }

  private mutating func scroll(_ phase: Scroll.Phase, _ y: Double) {
    self.link.send(
      .scroll(Scroll(source: SourceID("home"), drag: 1, phase: phase, y: y)))
  }

  /// The floor's final state.
  var floor: FloorState? {
    for case .floor(let floor) in self.model.snapshot.settings.map(\.state) { return floor }
    return nil
  }

  static var experience: Experience {
    Experience(
      name: "pull", preset: .refined, sources: [ScrollSource(id: SourceID("home"), tab: 0)],
      tabBar: TabBarDefinition(items: [TabItem(title: LocalizedText(fallback: "home"))]),
      toggles: [], floor: FloorDefinition(source: SourceID("home")))
  }
}

@Suite("D7: a release over a slow network")
struct DelayedPullTests {
  @Test(
    "D7 F6: between lift and the choreography's first frame no position moves backwards",
    arguments: [0, 50, 150])
  func nothingMovesBack(delay: Int64) throws {
    var client = try PullingClient(delay: delay)
    try client.pullDown()
    try client.watch(900)
    #expect(client.opening != nil)
    #expect(!client.hasLetGo)
    #expect(zip(client.frames, client.frames.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(client.frames.first ?? 0 >= 180)
    #expect(client.frames.last ?? 0 > 700)
  }

  @Test("D7: without the hold the list would spring back first", arguments: [50, 150])
  func withoutHold(delay: Int64) throws {
    var client = try PullingClient(delay: delay, holds: false)
    try client.pullDown()
    try client.watch(900)
    #expect(!zip(client.frames, client.frames.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("D7: an expired hold closes cleanly, and nothing opens after it", arguments: [250, 500])
  func expires(delay: Int64) throws {
    var client = try PullingClient(delay: delay)
    try client.pullDown()
    try client.watch(4_000)
    #expect(client.hasLetGo)
    #expect(client.opening == nil)
    #expect(client.frames.last == 0)
    // Once released, it only moves back.
    #expect(zip(client.frames, client.frames.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(client.floor?.phase == .closed)
    #expect(client.floor?.hidesViews == false)
    #expect(client.link.server.session?.state.floor.phase == .closed)
  }
}
