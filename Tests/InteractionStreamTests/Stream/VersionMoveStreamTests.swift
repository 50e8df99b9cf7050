import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@testable import InteractionStream

@Suite("V1: moving an open session to another version")
struct VersionMoveStreamTests {
  private static func next(_ change: (inout Experience) -> Void = { _ in }) throws -> Experience {
    var experience = try #require(try BuiltInExperiences.named("home-refined"))
    experience.toggles[0].rule.threshold = 600
    experience.digest = "two"
    change(&experience)
    return experience
  }

  private static let home = SourceID("home")

  private static func scroll(_ phase: Scroll.Phase, _ y: Double) -> InteractionEvent.Kind {
    .scroll(Scroll(source: Self.home, drag: 1, phase: phase, y: y))
  }

  @Test("V1: at rest at once, with one directive, the digest, new lines and a checkpoint")
  func atOnce() throws {
    var bench = try ResumeBench.opened()
    let (outcome, frames) = bench.move(to: try Self.next())
    guard case .moved(let entry) = outcome else {
      Issue.record("not moved: \(String(describing: outcome))")
      return
    }
    #expect(entry.experience.digest == "two")
    let frame = try #require(frames.first)
    #expect(frames.count == 1 && frame.experienceDigest == "two")
    #expect(frame.directives.count == 1 && frame.directives[0].replacesAll)
    #expect(frame.directives[0].effects.isEmpty && frame.directives[0].timeline == nil)
    #expect(frame.checkpoint != nil)
    #expect(bench.stream.session?.experience.digest == "two")
  }

  @Test("V1: a client that skips samples gets the new lines")
  func lines() throws {
    var open = OpenFrame.resuming()
    open.skipsSamples = true
    var bench = try ResumeBench.opened(open)
    let frames = bench.move(to: try Self.next()).frames
    #expect(frames.first?.triggerLines.first?.lines.offsets.contains(600) == true)
  }

  @Test("V1: under a finger it waits for the rest, and moves with the frame that brings it")
  func waits() throws {
    var bench = try ResumeBench.opened()
    bench.send(1, .foreground, Self.scroll(.began, 0), Self.scroll(.moved, 80))
    #expect(bench.move(to: try Self.next()).outcome == .waiting)
    bench.pass(.seconds(5))
    #expect(bench.stream.session?.experience.digest != "two")
    let frames = bench.send(4, Self.scroll(.cancelled, 80))
    #expect(frames.last?.experienceDigest == "two")
  }

  @Test(
    "V1: a move that is cancelled while it waits changes nothing, that of another version stays")
  func cancelled() throws {
    var bench = try ResumeBench.opened()
    bench.send(1, .foreground, Self.scroll(.began, 0), Self.scroll(.moved, 80))
    #expect(bench.move(to: try Self.next()).outcome == .waiting)
    bench.cancelMove(to: "two")
    #expect(bench.send(4, Self.scroll(.cancelled, 80)).allSatisfy { $0.experienceDigest == nil })
    bench.send(5, .scroll(Scroll(source: Self.home, drag: 2, phase: .began, y: 80)))
    #expect(bench.move(to: try Self.next()).outcome == .waiting)
    bench.cancelMove(to: "three")
    let frames = bench.send(
      6, .scroll(Scroll(source: Self.home, drag: 2, phase: .cancelled, y: 80)))
    #expect(frames.last?.experienceDigest == "two")
  }

  @Test("V1: after 30 s without rest it moves in the background only")
  func background() throws {
    var bench = try ResumeBench.opened()
    bench.send(1, .foreground, Self.scroll(.began, 0), Self.scroll(.moved, 80))
    #expect(bench.move(to: try Self.next()).outcome == .waiting)
    for _ in 0 ..< 4 {
      bench.pass(.seconds(8))
      bench.receive(
        .heartbeat(time: bench.now, [HeldDrag(source: Self.home, drag: 1)], pointers: []))
    }
    #expect(bench.send(4, Self.scroll(.cancelled, 80)).allSatisfy { $0.experienceDigest == nil })
    #expect(bench.stream.session?.isAtRest == true)
    #expect(bench.send(5, .background).last?.experienceDigest == "two")
  }

  @Test("V1: its checkpoint resumes with the new version, and later events lead to the same")
  func resumes() throws {
    var bench = try ResumeBench.opened()
    let next = try Self.next()
    _ = bench.move(to: next)
    let checkpoint = try #require(bench.checkpoint)
    let kinds = [Self.scroll(.began, 0), Self.scroll(.moved, 650), Self.scroll(.cancelled, 650)]
    let frames = kinds.enumerated().flatMap { bench.send(UInt64($0 + 1), $1) }
    let version: SessionStream.ExperienceLookup = { $0 == "two" ? next : nil }
    var other = ResumeBench(try ResumeBench.vault(), version: version)
    other.receive(.open(.resuming(from: checkpoint)))
    #expect(other.outcome == .resumed(appliedEvent: checkpoint.event))
    #expect(other.frames.first?.opened?.digest == "two")
    let again = kinds.enumerated().flatMap { other.send(UInt64($0 + 1), $1) }
    let directives = frames.flatMap(\.directives)
    #expect(!directives.isEmpty && again.flatMap(\.directives) == directives)
  }

  @Test("V1: it keeps its version if the client could not show the other one")
  func kept() throws {
    var old = OpenFrame.resuming()
    old.level = 1
    var bench = try ResumeBench.opened(old)
    let lists = try Self.next { $0.sources[0].lists = ["a", "b"] }
    #expect(bench.move(to: lists).outcome == .kept(.level))
    let images = try Self.next { $0.tabBar.items[1].image = "new" }
    #expect(bench.move(to: images).outcome == .kept(.assets))
    var deciding = OpenFrame.resuming()
    deciding.wantsLocalExperience = true
    var other = try ResumeBench.opened(deciding)
    #expect(other.move(to: try Self.next()).outcome == .kept(.localDecisions))
    guard case .moved = bench.move(to: images, allowsNewAssets: true).outcome else {
      Issue.record("new assets are allowed")
      return
    }
  }

  @Test("V1: a client that sends a move is refused, and nothing changes")
  func byClient() throws {
    var bench = try ResumeBench.opened()
    let frames = bench.send(1, .move(to: try Self.next()))
    #expect(frames.flatMap(\.notices).flatMap(\.violations).map(\.field) == ["move"])
    #expect(bench.stream.session?.experience.digest != "two")
  }

  @Test("V1: while a session leaves for another engine, it does not move")
  func draining() throws {
    var bench = try ResumeBench.opened()
    _ = bench.drain(by: .seconds(10))
    #expect(bench.move(to: try Self.next()).outcome == .waiting)
    #expect(bench.stream.session?.experience.digest != "two")
  }
}
