import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionStream

/// Returns the levels of a fictional later contract, with some features since level 2.
private func levels() -> FeatureLevels {
  var table = FeatureLevels()
  table.springs = 2
  table.navigationStyles = [.zoomTo: 2, .elevate: 2]
  table.transitionStyles = [.slide: 2]
  return table
}

/// A stream with a client of a given level, by the fictional contract.
private struct LevelStream {
  private var stream: SessionStream
  private(set) var opened: Snapshot?
  private(set) var checkpoint: CheckpointMessage?
  private var sequence: UInt64 = 0

  init(level: UInt32, of experience: Experience, from checkpoint: CheckpointMessage? = nil) throws {
    let context = SessionStream.Context(
      limits: StreamLimits(),
      experiences: .init(named: { _ in experience }, version: { _ in experience }),
      checkpoints: try ResumeBench.vault(), levels: levels())
    self.stream = SessionStream(context: context, at: .zero)
    var open = OpenFrame.resuming(from: checkpoint)
    (open.level, open.experience) = (level, experience.name)
    self.sequence = checkpoint?.event ?? 0
    _ = self.stream.receive(.open(open), at: .zero)
    _ = self.take(self.stream.admitted(at: .zero))
  }

  /// Sends an event. Returns the directives for the client.
  mutating func send(_ kind: InteractionEvent.Kind, at ms: Int64) -> [Directive] {
    self.sequence += 1
    let event = InteractionEvent(
      sequence: self.sequence, time: Instant(microseconds: ms * 1000), kind: kind)
    return self.take(
      self.stream.receive(.events(first: self.sequence, [.event(event)]), at: event.time))
  }

  private mutating func take(_ outputs: [SessionStream.Output]) -> [Directive] {
    var directives: [Directive] = []
    for case .send(let frame) in outputs {
      if let part = frame.opened { self.opened = part.snapshot }
      if let part = frame.checkpoint { self.checkpoint = part }
      directives += frame.directives
    }
    return directives
  }
}

extension Directive {
  fileprivate var navigation: NavigationState? {
    for case .navigation(let state) in self.settings.map(\.state) { return state }
    return nil
  }

  fileprivate var moved: [ViewPath: Set<AnimatedProperty>] {
    (self.timeline?.tracks ?? []).reduce(into: [:]) { moved, track in
      moved[track.target, default: []].insert(track.property)
    }
  }

  fileprivate var hasSpring: Bool { self.timeline?.hasSpring ?? false }
}

extension Timeline {
  fileprivate var hasSpring: Bool {
    self.tracks.contains { if case .spring = $0.easing { true } else { false } }
  }
}

extension Snapshot {
  fileprivate var reactions: [Timeline] {
    for case .layout(let layout) in self.settings.map(\.state) {
      return layout.items.compactMap(\.reaction)
    }
    return []
  }
}

@Suite("Levels: what a client of an older level is given in the place of what it does not know")
struct SubstitutesTests {
  private static func experience() throws -> Experience {
    var experience = try #require(try BuiltInExperiences.named("home-refined"))
    experience.navigation = NavigationDefinition(style: .zoomTo, presentStyle: .elevate)
    experience.tabBar.transition = TransitionDefinition(style: .slide)
    let spring = Spring(dampingRatio: 0.5, duration: .milliseconds(400), initialVelocity: 0)
    for index in experience.tabBar.items.indices {
      experience.tabBar.items[index].timeline = TimelineDefinition(
        name: "swing",
        tracks: [
          TrackDefinition(
            .tabIcon, .scale,
            keyframes: [Keyframe(position: 0, value: 0.5), Keyframe(position: 1, value: 1)],
            duration: .milliseconds(400), easing: .spring(spring))
        ])
    }
    return experience
  }

  @Test("a younger navigation style comes as a fade, there and back; its own level gets the style")
  func navigation() throws {
    let experience = try Self.experience()
    let stage = NavigationGeometry(surface: .phone)
    for (level, style) in [(UInt32(1), NavigationStyle.fade), (2, .zoomTo), (3, .zoomTo)] {
      var stream = try LevelStream(level: level, of: experience)
      let push = NavigationRequest(.push, route: "page")
      let there = try #require(stream.send(.navigate(push), at: 100).first)
      #expect(there.navigation?.change?.style == style)
      #expect(there.navigation?.pages.map(\.style) == [style])
      #expect(there.timeline == style.timeline(isBack: false, on: stage))
      let done = InteractionEvent.Kind.animationEnded(directive: there.sequence, outcome: .finished)
      _ = stream.send(done, at: 1_000)
      let back = try #require(stream.send(.navigate(.init(.pop)), at: 1_100).first)
      #expect(back.navigation?.change?.style == style)
      #expect(back.timeline == style.timeline(isBack: true, on: stage))
    }
  }

  @Test("presented pages and what a finger moves fade, too")
  func finger() throws {
    var stream = try LevelStream(level: 1, of: try Self.experience())
    let present = NavigationRequest(.present, route: "sheet")
    let shown = try #require(stream.send(.navigate(present), at: 100).first)
    #expect(shown.navigation?.change?.style == .fade)
    #expect(shown.moved == [.incomingPage: [.opacity]])
    stream = try LevelStream(level: 1, of: try Self.experience())
    let pushed = stream.send(.navigate(.init(.push, route: "page")), at: 100)
    let number = try #require(pushed.first?.sequence)
    _ = stream.send(.animationEnded(directive: number, outcome: .finished), at: 1_000)
    let pulled = stream.send(.pageDrag(PageDrag(.back, .began, translation: 10)), at: 1_100)
    guard case .interactive(let links, _) = pulled.first?.navigation?.phase else {
      Issue.record("the finger takes no page")
      return
    }
    #expect(links.map(\.property) == [.opacity])
  }

  @Test("a session that is resumed goes on fading")
  func resumed() throws {
    let experience = try Self.experience()
    var stream = try LevelStream(level: 1, of: experience)
    let checkpoint = try #require(stream.checkpoint)
    let resumed = stream.send(.navigate(.init(.push, route: "page")), at: 100)
    stream = try LevelStream(level: 1, of: experience, from: checkpoint)
    #expect(stream.opened == nil)
    #expect(stream.send(.navigate(.init(.push, route: "page")), at: 100) == resumed)
    #expect(resumed.first?.navigation?.change?.style == .fade)
  }

  @Test("the pages of tabs that slide in a younger way fade")
  func transition() throws {
    for (level, property) in [(UInt32(1), AnimatedProperty.opacity), (2, .translateX)] {
      var stream = try LevelStream(level: level, of: try Self.experience())
      let moved = stream.send(.tapTab(index: 1), at: 100).map(\.moved)
      #expect(moved.contains { $0[.page(1)] == [property] }, "level \(level)")
    }
  }

  @Test("no spring reaches a client that knows none: not in a directive, not in a reaction")
  func springs() throws {
    for level in [UInt32(1), 2] {
      var stream = try LevelStream(level: level, of: try Self.experience())
      let reactions = try #require(stream.opened).reactions
      #expect(!reactions.isEmpty && reactions.allSatisfy { $0.hasSpring == (level == 2) })
      let tapped = stream.send(.tapTab(index: 1), at: 100)
      #expect(tapped.contains { $0.hasSpring } == (level == 2))
      let played = tapped.flatMap { $0.timeline?.tracks ?? [] }
      #expect(Set(reactions[1].tracks).isSubset(of: played), "what a tap plays is confirmed")
      var turned = Surface.phone
      (turned.viewport.width, turned.viewport.height) = (812, 375)
      let laid = stream.send(.surface(turned), at: 2_000)
      let again = laid.flatMap { Snapshot(settings: $0.settings).reactions }
      #expect(!again.isEmpty && again.allSatisfy { $0.hasSpring == (level == 2) })
    }
  }

  @Test(
    "Simulate answers as a client of that level would be")
  func simulation() throws {
    for level in [UInt32(1), 2] {
      let request = Interaction_V1_SimulateRequest.with {
        $0.level = level
        $0.events = [.with { $0.navigate = .with { ($0.operation, $0.route) = (.push, "page") } }]
      }
      var simulation = try Simulation(
        request, of: try Self.experience(), by: SimulationLimits(), levels: levels())
      while try simulation.advance() {}
      let answer = simulation.response
      let directive = Directive(try #require(answer.directives.first))
      // This build implements level 1.
      #expect(directive.navigation?.change?.style == (level == 2 ? .zoomTo : .fade))
      let reactions = Snapshot(answer.snapshot).reactions
      #expect(!reactions.isEmpty && reactions.allSatisfy { $0.hasSpring == (level == 2) })
    }
  }

  @Test("today everything is there since level 1, and nothing is replaced")
  func today() throws {
    let experience = try Self.experience()
    let substitutes = Substitutes(level: 1, samplesSprings: false)
    #expect(substitutes.experience(experience) == experience)
    #expect(!substitutes.samplesSprings)
  }
}
