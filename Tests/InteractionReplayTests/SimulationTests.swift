import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("S8 D1: up to ten thousand sessions of arbitrary events")
struct SimulationTests {
  @Test(
    "S3 S8 D1 D5: nothing traps, nothing sticks, and the client shows what the engine thinks",
    arguments: try BuiltInExperiences.all)
  func chaos(experience: Experience) throws {
    let limit = experience.largestStateBytes
    for seed in UInt64(0) ..< UInt64(RandomCases.count(300, of: 1_200)) {
      var chaos = RandomEvents(seed: seed, in: experience)
      var session = Session(experience: experience, surface: .phone)
      let opening = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
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
        if number % 12 == 0 {
          // A session that is moved at any point continues identically.
          let bytes: [UInt8] = try session.proto.serializedBytes()
          try #require(bytes.count <= limit, "seed \(seed): \(bytes.count) bytes")
          let carried = try Session(try Proto.SessionState(serializedBytes: bytes), of: experience)
          try #require(carried == session, "seed \(seed)")
          session = carried
        }
      }
      try #require(model.snapshot == session.snapshot, "seed \(seed)")
      try take(self.comeToRest(&session))
      try #require(model.snapshot == session.snapshot, "seed \(seed) at rest")
      try self.checkRest(session, seed: seed)
    }
  }

  /// Ends all drags and touches, and passes all deadlines, as in rule S8.
  private func comeToRest(_ session: inout Session) throws -> [Directive] {
    var directives: [Directive] = []
    directives += session.handle(InteractionEvent(time: session.now, kind: .foreground))
    for drag in session.heldDrags {
      let index = session.experience.sources.firstIndex { $0.id == drag.source } ?? 0
      let scroll = Scroll(
        source: drag.source, drag: drag.drag, phase: .cancelled, y: session.state.scrolls[index].y)
      directives += session.handle(InteractionEvent(time: session.now, kind: .scroll(scroll)))
    }
    for subject in PageDrag.Subject.allCases {
      let drag = PageDrag(subject, .cancelled)
      directives += session.handle(InteractionEvent(time: session.now, kind: .pageDrag(drag)))
    }
    directives += session.handle(
      InteractionEvent(time: session.now, kind: .heldDrags([], pointers: [])))
    directives += session.handle(
      InteractionEvent(time: session.now + .seconds(60 * 60), kind: .tick))
    return directives
  }

  private func checkRest(_ session: Session, seed: UInt64) throws {
    // Banners have a deadline at rest.
    if session.experience.carousels.isEmpty {
      try #require(session.nextDeadline == nil, "seed \(seed)")
    }
    try #require(session.heldDrags.isEmpty && session.heldPointers.isEmpty, "seed \(seed)")
    for tracker in session.state.scrolls {
      switch tracker.phase {
      case .resting: break
      default: try #require(tracker.phase == .resting, "seed \(seed)")
      }
    }
    let state = session.state
    try #require(state.transition.phase == .idle && !state.transition.isDragged, "seed \(seed)")
    try #require(state.navigation.phase == .idle, "seed \(seed)")
    try #require(state.barTouch.phase == .idle && state.pageTouch.phase == .idle, "seed \(seed)")
    try #require(state.tabBar.pending == nil, "seed \(seed)")
    let isRefreshing = state.refreshes.contains(where: \.isRunning)
    try #require(!isRefreshing, "seed \(seed)")
    let floor = state.floor.phase.visible
    try #require(floor == .closed || floor == .open, "seed \(seed): \(floor)")
    // Hidden looks are updated when visible again (rule R9).
    guard session.experience.preset == .refined, floor == .closed, state.navigation.pages.isEmpty
    else { return }
    for (toggle, definition) in zip(state.toggles, session.experience.toggles) {
      let index = session.experience.sources.firstIndex { $0.id == definition.source } ?? 0
      let tab = session.experience.sources[index].tab
      guard tab == nil || tab == state.tabBar.selected, toggle.phase != .commanded else { continue }
      try #require(toggle.phase == .resting, "seed \(seed)")
      let scroll = state.scrolls[index]
      let y = min(scroll.y, scroll.largestOffset(in: state.surface) ?? scroll.y)
      let rule = definition.rule
      // Their looks depend on the way (rule R12).
      if rule.travel != nil { continue }
      if y > rule.threshold + rule.hysteresis {
        try #require(toggle.look == .above, "seed \(seed)")
      } else if y <= rule.threshold - rule.hysteresis {
        try #require(toggle.look == .below, "seed \(seed)")
      }
    }
  }
}
