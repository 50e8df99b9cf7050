import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionStream

@Suite("Opened: the experience itself, for clients that ask for it")
struct DefinitionTests {
  private static func asking(_ open: OpenFrame = .resuming()) -> OpenFrame {
    var open = open
    open.wantsLocalExperience = true
    return open
  }

  /// Returns the experience as a client decodes it.
  private static func read(_ frame: ResponseFrame?) throws -> Experience {
    let sent = try #require(frame)
    // Encoded and decoded.
    let arrived = try #require(ResponseFrame(sent.proto).opened)
    #expect(arrived == sent.opened)
    var experience = try Experience(
      Proto.ExperienceDefinition(serializedBytes: try #require(arrived.localExperience)))
    experience.digest = arrived.digest
    return experience
  }

  @Test("a client that does not ask gets none")
  func unasked() throws {
    let bench = try ResumeBench.opened()
    let opened = try #require(bench.frames.first?.opened)
    #expect(opened.localExperience == nil)
  }

  @Test("a client that asks gets the one that decides, when it is resumed, too")
  func asked() throws {
    let home = try #require(try BuiltInExperiences.named("home-refined"))
    var first = try ResumeBench.opened(Self.asking())
    #expect(try Self.read(first.frames.first) == home)
    first.send(1, .tapTab(index: 1))
    let resumed = try ResumeBench.opened(Self.asking(.resuming(from: first.checkpoint)))
    #expect(resumed.outcome == .resumed(appliedEvent: first.checkpoint?.event ?? 0))
    #expect(try Self.read(resumed.frames.first) == home)
  }

  @Test("one that is too large is left out, and the session opens all the same")
  func tooLarge() throws {
    let bench = try ResumeBench.opened(Self.asking())
    let sent = try #require(bench.frames.first?.opened?.localExperience)
    var limits = StreamLimits()
    limits.definitionBytes = sent.count
    let exact = try ResumeBench.opened(Self.asking(), limits: limits)
    #expect(exact.frames.first?.opened?.localExperience == sent)
    limits.definitionBytes -= 1
    let over = try ResumeBench.opened(Self.asking(), limits: limits)
    #expect(over.outcome == .new)
    #expect(over.frames.first?.opened?.localExperience == nil)
  }

  @Test("a client of an older level gets the experience with its substitutes")
  func substitutes() throws {
    var experience = try #require(try BuiltInExperiences.named("home-refined"))
    experience.navigation = NavigationDefinition(style: .zoomTo, presentStyle: .elevate)
    var table = FeatureLevels()
    table.navigationStyles = [.zoomTo: 2, .elevate: 2]
    for (level, style) in [(UInt32(1), NavigationStyle.fade), (2, .zoomTo)] {
      let context = SessionStream.Context(
        limits: StreamLimits(),
        experiences: .init(named: { [experience] _ in experience }, version: { _ in nil }),
        levels: table)
      var stream = SessionStream(context: context, at: .zero)
      var open = Self.asking(.sample())
      open.level = level
      _ = stream.receive(.open(open), at: .zero)
      var frame: ResponseFrame?
      for case .send(let sent) in stream.admitted(at: .zero) { frame = frame ?? sent }
      #expect(try Self.read(frame).navigation?.style == style)
    }
  }

  @Test("no built-in experience is too large")
  func builtIn() throws {
    for experience in try BuiltInExperiences.all {
      let bytes: [UInt8] = try experience.definition.serializedBytes()
      #expect(bytes.count <= StreamLimits().definitionBytes / 2, "\(experience.name)")
    }
  }
}
