import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionClient

@Suite("Offline: the client follows the server's experience instead of a copy")
struct ServedExperienceTests {
  private static func home() throws -> Experience {
    try #require(try BuiltInExperiences.named("home-refined"))
  }

  /// Returns the `opened` frame of a server that runs the session with `experience`.
  private static func opened(
    _ experience: Experience, _ change: (inout Proto.ExperienceDefinition) throws -> Void = { _ in }
  ) throws -> ResponseFrame {
    var frame = ResponseFrame()
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    var part = OpenedMessage(
      sessionID: "s", experience: experience.name, digest: "as-written",
      snapshot: session.snapshot, triggerLines: [], heartbeatInterval: .seconds(10),
      limits: OpenedMessage.Limits(
        frameBytes: 1, frameEvents: 1, malformedEvents: 1, malformedWindow: .seconds(1),
        idleTimeout: .seconds(1)))
    var definition = experience.definition
    try change(&definition)
    part.localExperience = try definition.serializedBytes()
    frame.opened = part
    return frame
  }

  @Test("the served experience decides, with its own digest, instead of the app's copy")
  func follows() throws {
    let copy = try Self.home()
    var newer = copy
    newer.toggles[0].rule.threshold = 300
    var stream = ClientStream(options: ClientStream.Options(), at: .zero)
    #expect(stream.served == nil)
    _ = try stream.receive(Self.opened(newer))
    let policy = OfflinePolicy(experience: copy)
    let served = policy.experience(after: stream.served)
    #expect(served.toggles[0].rule.threshold == 300)
    #expect(served.digest == "as-written")
    _ = stream.goOffline(with: served, in: .phone, from: nil)
    let home = SourceID("home")
    stream.send(.scroll(Scroll(source: home, drag: 1, phase: .began, y: 250)), at: .zero)
    let crossed = stream.send(
      .scroll(Scroll(source: home, drag: 1, phase: .moved, y: 350)),
      at: Instant(microseconds: 16_000))
    #expect(crossed.count == 1, "the copy has its threshold at 456")
  }

  @Test("the copy decides before the first opening, and where the policy says so")
  func copies() throws {
    var copy = try Self.home()
    copy.digest = "copy"
    var policy = OfflinePolicy(experience: copy)
    #expect(policy.experience(after: nil) == copy)
    policy.followsServer = false
    #expect(policy.experience(after: try Self.home()) == copy)
  }

  @Test("an experience that this build cannot decide by in full is not followed")
  func unreadable() throws {
    var stream = ClientStream(options: ClientStream.Options(), at: .zero)
    let home = try Self.home()
    // An unknown field: number 1000, the varint 1.
    _ = try stream.receive(Self.opened(home) { try $0.merge(serializedBytes: [0xC0, 0x3E, 1]) })
    #expect(stream.served == nil)
    _ = try stream.receive(Self.opened(home) { $0.sources = [] })
    #expect(stream.served == nil)
    _ = try stream.receive(Self.opened(home))
    #expect(stream.served != nil)
  }

  @Test("it is kept as long as the session runs by that version")
  func keeps() throws {
    var stream = ClientStream(options: ClientStream.Options(), at: .zero)
    _ = try stream.receive(Self.opened(try Self.home()))
    var again = try Self.opened(try Self.home())
    again.opened?.localExperience = nil
    _ = try stream.receive(again)
    #expect(stream.served != nil)
    again.opened?.digest = "newer"
    _ = try stream.receive(again)
    #expect(stream.served == nil)
  }

  @Test("local decisions are in the session's variant only if the server's version makes them")
  func variant() throws {
    let home = try Self.home()
    var stream = ClientStream(options: ClientStream.Options(), at: .zero)
    #expect(stream.variant.isEmpty, "it has never opened")
    var frame = try Self.opened(home)
    frame.opened?.variant = "low"
    _ = try stream.receive(frame)
    #expect(stream.variant == "low")
    var alone = stream
    _ = alone.goOffline(with: try #require(stream.served), in: .phone, from: nil)
    #expect(alone.variant == "low")
    var copy = home
    copy.digest = "copy"
    _ = stream.goOffline(with: copy, in: .phone, from: nil)
    #expect(stream.variant.isEmpty)
    _ = try stream.receive(frame)
    #expect(stream.variant == "low", "the server decides again")
  }

  @Test("a session asks where it is told to, or its policy follows the server")
  func asks() throws {
    var configuration = SessionConfiguration(sessionID: "s", surface: .phone)
    #expect(!configuration.asksForExperience)
    configuration.wantsExperience = true
    #expect(configuration.asksForExperience)
    configuration.wantsExperience = false
    configuration.offline = OfflinePolicy(experience: try Self.home())
    #expect(configuration.asksForExperience)
    configuration.offline?.followsServer = false
    #expect(!configuration.asksForExperience)
  }
}
