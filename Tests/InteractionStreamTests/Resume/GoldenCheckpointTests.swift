import Foundation
import InteractionCore
import InteractionExperience
import InteractionStream
import InteractionTrace
import InteractionWire
import SwiftProtobuf
import Testing

/// Checkpoints sealed by earlier releases, with the recordings of their sessions: one folder under
/// `Tests/Checkpoints` for each level of the contract.
///
/// `INTERACTION_RECORD=1 swift test` seals those of the latest level again; those of earlier levels
/// are never rewritten.
@Suite("Upgrades: checkpoints of every earlier release")
struct GoldenCheckpointTests {
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = tests.appendingPathComponent("Checkpoints")
  private static let isRecording = ProcessInfo.processInfo.environment["INTERACTION_RECORD"] == "1"

  /// A line of `checkpoints.txt`: a recording, the number of its events, and the token.
  private struct Golden {
    var trace: String
    var events: Int
    var token: [UInt8]

    init(trace: String, events: Int, token: [UInt8]) {
      (self.trace, self.events, self.token) = (trace, events, token)
    }

    init?(line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == 3, let events = Int(words[1]),
        let token = Data(base64Encoded: String(words[2]))
      else { return nil }
      self.init(trace: String(words[0]), events: events, token: [UInt8](token))
    }

    var line: String {
      "\(self.trace) \(self.events) \(Data(self.token).base64EncodedString())\n"
    }
  }

  private static func level(_ level: UInt32) -> URL {
    self.folder.appendingPathComponent("level-\(level)")
  }

  /// Returns a recording with its session's experience.
  private static func session(of file: URL) throws -> (trace: Trace, experience: Experience) {
    let trace = try Trace(file: file)
    var experience = try Experience(try #require(trace.header.definition))
    experience.digest = trace.header.digest
    return (trace, experience)
  }

  @Test(
    "open here, and go on with the directives of their recordings",
    arguments: 1 ... ContractLevel.current)
  func earlier(level: UInt32) throws {
    let folder = Self.level(level)
    if Self.isRecording, level == ContractLevel.current { try Self.record(in: folder) }
    let list = try String(
      contentsOf: folder.appendingPathComponent("checkpoints.txt"), encoding: .utf8)
    let goldens = try list.split(separator: "\n").map { try #require(Golden(line: $0)) }
    #expect(goldens.count >= 20)
    for golden in goldens {
      let file = folder.appendingPathComponent(golden.trace)
      let (trace, experience) = try Self.session(of: file)
      let sealed = try ResumeBench.vault().open(golden.token)
      #expect(UnknownPartFinder.parts(of: sealed).isEmpty)
      #expect(sealed.appliedEvent == UInt64(golden.events))
      var session = try Session(sealed.state, of: experience)
      let directives = trace.events.dropFirst(golden.events).flatMap { session.handle($0) }
      let expected = trace.directives.drop { $0.sequence < sealed.state.nextDirective }
      #expect(directives == Array(expected), "\(golden.trace) after \(golden.events)")
    }
  }

  @Test("a session sealed by a newer server restarts from the client's state")
  func newer() throws {
    var session = Session(
      experience: try #require(try BuiltInExperiences.named("home-refined")), surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    var content = Proto.SealedSession.with {
      $0.sessionID = "session"
      $0.epoch = 1
      $0.state = session.proto
    }
    for isNewer in [false, true] {
      // Field 1000 of the state, a varint.
      if isNewer { try content.state.merge(serializedBytes: [0xC0, 0x3E, 7] as [UInt8]) }
      let token = try #require(try ResumeBench.vault().seal(content))
      var open = OpenFrame.resuming(session: "session")
      open.current = RestoredState(selectedTab: 3)
      open.resume = ResumeMessage(
        token: token, directive: session.state.nextDirective - 1, firstEvent: 1)
      var bench = ResumeBench(try ResumeBench.vault())
      bench.receive(.open(open))
      let opened = try #require(bench.frames.first?.opened)
      guard isNewer else {
        #expect(opened.outcome == .resumed(appliedEvent: 0))
        continue
      }
      #expect(opened.outcome == .restarted(.newerState))
      let selected = opened.snapshot?.settings.compactMap { setting -> Int? in
        guard case .selection(let selection) = setting.state else { return nil }
        return selection.selected
      }
      #expect(selected == [3])
    }
  }

  /// Seals sessions in the middle of the recordings.
  private static func record(in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let vault = try ResumeBench.vault()
    var lines = ""
    let samples = self.tests.deletingLastPathComponent()
      .appendingPathComponent("Sources/InteractionReplay/Resources")
    for name in ["tour.trace", "extended-tabs.txt", "second-floor.txt", "window-navigation.txt"] {
      var trace = try Trace(file: samples.appendingPathComponent(name))
      let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
      trace.header.definition = experience.definition
      trace = trace.recorded(with: experience)
      let file = name.split(separator: ".")[0] + ".trace"
      try Data(try trace.binary).write(to: folder.appendingPathComponent(String(file)))
      var session = Session(experience: experience, surface: trace.header.surface)
      _ = session.handle(trace.openingEvent)
      for (index, event) in trace.events.enumerated() {
        _ = session.handle(event)
        guard index % max(trace.events.count / 8, 1) == 0 else { continue }
        let content = Proto.SealedSession.with {
          $0.sessionID = "golden"
          $0.appliedEvent = UInt64(index + 1)
          $0.state = session.proto
          $0.epoch = 1
        }
        let token = try #require(vault.seal(content))
        lines += Golden(trace: String(file), events: index + 1, token: token).line
      }
    }
    let list = folder.appendingPathComponent("checkpoints.txt")
    try lines.write(to: list, atomically: true, encoding: .utf8)
  }
}
