import GRPCCore
import InteractionCore
import InteractionExperience
import InteractionPresentation
import Synchronization
import Testing

@testable import InteractionClient

@Suite("Session and presenter as one")
struct PresentedSessionTests {
  /// A session core and a client without a connection; tests deliver the directives.
  private struct Bench {
    var core: Session
    let session: InteractionSession
    let screen: PresentedSession

    init() throws {
      let experience = try #require(try BuiltInExperiences.named("window-navigation"))
      self.core = Session(experience: experience, surface: .phone)
      _ = self.core.handle(InteractionEvent(time: .zero, kind: .open(nil)))
      self.session = InteractionSession(
        configuration: SessionConfiguration(
          sessionID: "s", surface: .phone, skipsSamples: false, runsWithClock: false))
      self.screen = PresentedSession(self.session)
    }

    func open() {
      self.session.update.yield(
        .opened(
          OpenedSession(
            experience: "", digest: "", level: 1, snapshot: self.core.snapshot, triggerLines: [:])))
    }

    /// Pushes a page. Returns the directive with the animation.
    mutating func push() -> Directive? {
      let directives = self.core.handle(PresentedSessionTests.push)
      for directive in directives {
        self.session.update.yield(.directive(directive, performsEffects: true))
      }
      return directives.first { $0.timeline != nil }
    }

    /// Waits until the screen shows the core's snapshot.
    func arrive() async {
      for await _ in self.screen.changes where self.screen.snapshot == self.core.snapshot {
        return
      }
    }

    /// The events to be sent.
    var sent: [InteractionEvent.Kind] {
      self.session.state.withLock { $0.machine.stream.outbox.kept.map(\.kind) }
    }
  }

  private static let push = InteractionEvent(
    sequence: 1, time: Instant(microseconds: 1),
    kind: .navigate(NavigationRequest(.push, route: "page")))

  @Test("before the session has opened there is nothing to draw, and what happens is sent")
  func early() async throws {
    let bench = try Bench()
    bench.screen.send(.tapTab(index: 1), at: .zero)
    #expect(bench.screen.scene(at: .zero).elements.isEmpty)
    #expect(bench.screen.nextChange == nil)
    #expect(bench.sent == [.tapTab(index: 1)])
    bench.open()
    await bench.arrive()
    #expect(!bench.screen.scene(at: .zero).elements.isEmpty)
    bench.session.update.finish()
    try await bench.screen.waitForEnd()
  }

  @Test("an animation's end is reported before what happens after it, and once")
  func order() async throws {
    var bench = try Bench()
    bench.open()
    let pushed = bench.push()
    let directive = try #require(pushed)
    await bench.arrive()
    #expect(bench.screen.nextChange != nil)
    bench.screen.send(.tapTab(index: 0), at: Instant(microseconds: 5_000_000))
    let ended = InteractionEvent.Kind.animationEnded(
      directive: directive.sequence, outcome: .finished)
    #expect(bench.sent == [ended, .tapTab(index: 0)])
    _ = bench.screen.scene(at: Instant(microseconds: 6_000_000))
    #expect(bench.sent.count == 2)
    bench.session.update.finish()
    try await bench.screen.waitForEnd()
  }

  @Test("drawing reports the end, too")
  func drawing() async throws {
    var bench = try Bench()
    bench.open()
    let pushed = bench.push()
    let directive = try #require(pushed)
    await bench.arrive()
    _ = bench.screen.scene(at: Instant(microseconds: 1_000))
    #expect(bench.sent.isEmpty)
    _ = bench.screen.scene(at: Instant(microseconds: 5_000_000))
    #expect(
      bench.sent == [.animationEnded(directive: directive.sequence, outcome: .finished)])
    bench.session.update.finish()
    try await bench.screen.waitForEnd()
  }

  @Test("effects are carried out where they are news; remarks are passed on; errors end it")
  func effects() async throws {
    let bench = try Bench()
    let (old, new) = (Effect.sound("old"), Effect.sound("new"))
    for (sequence, effect) in [(UInt64(1), old), (2, new)] {
      bench.session.update.yield(
        .directive(
          Directive(
            sequence: sequence, cause: .event(sequence: sequence), at: .zero, effects: [effect]),
          performsEffects: effect == new))
    }
    let failure = SessionUpdate.storeFailed(StoreFailure(.save, "no disk"))
    bench.session.update.yield(failure)
    bench.session.update.finish(throwing: InteractionError(code: .aborted, message: "over"))
    var effects: [Effect] = []
    for await effect in bench.screen.effects { effects.append(effect) }
    #expect(effects == [new])
    var remarks: [SessionUpdate] = []
    for await remark in bench.screen.otherUpdates { remarks.append(remark) }
    #expect(remarks == [failure])
    await #expect(throws: InteractionError.self) { try await bench.screen.waitForEnd() }
  }
}
