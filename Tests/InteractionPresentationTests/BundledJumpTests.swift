import Foundation
import InteractionCore
import InteractionExperience
import InteractionPresentation
import InteractionRandom
import InteractionReplay
import InteractionTrace
import Testing

func play(_ trace: Trace, by experience: Experience, delay: Int64, watcher: Watcher)
  -> SimulatedDevice
{
  var phone = SimulatedDevice(
    experience, in: trace.header.surface, delay: .milliseconds(delay),
    from: trace.header.current, at: trace.header.start)
  phone.watch = watcher.look
  for step in trace.steps {
    switch step.event.kind {
    case .animationEnded, .holdExpired, .tick, .serverTick: continue
    default:
      phone.send(step.event.kind, at: step.event.time, command: step.event.command)
    }
  }
  for tab in experience.tabBar.items.indices {
    phone.send(.badge(tab: tab, operation: .animate(.none)), command: "test")
  }
  phone.rest()
  return phone
}

@Suite("Nothing jumps")
struct BundledJumpTests {
  /// Each trace with two of the delays, ms; with each in a long run.
  private static let delayed = BundledTrace.allCases.enumerated().flatMap { index, trace in
    ([[0, 150], [50, 500]] as [[Int64]]).enumerated()
      .filter { RandomCases.areAll || $0.offset == index % 2 }
      .flatMap { $0.element.map { (trace, $0) } }
  }

  @Test("over every bundled trace", arguments: Self.delayed)
  func bundled(trace: BundledTrace, delay: Int64) throws {
    let recording = try trace.trace
    let experience = try #require(try BuiltInExperiences.named(recording.header.experience))
    let watcher = Watcher()
    let phone = play(recording, by: experience, delay: delay, watcher: watcher)
    #expect(watcher.jumps == [])
    let isAtRest = phone.isAtRest
    #expect(isAtRest)
  }

  @Test("over every recorded, generated and written trace", arguments: TraceFiles.all)
  func files(name: String) throws {
    let recording = try TraceFiles.trace(name)
    let experience = try #require(try BuiltInExperiences.named(recording.header.experience))
    for delay in [0, 150] as [Int64] {
      let watcher = Watcher()
      let phone = play(recording, by: experience, delay: delay, watcher: watcher)
      #expect(watcher.jumps == [], "\(delay) ms")
      let isAtRest = phone.isAtRest
      #expect(isAtRest, "\(delay) ms")
    }
  }
}

/// The traces under `Tests/Traces`.
enum TraceFiles {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Traces")

  static let all: [String] = ["generated", "recorded", "vectors"].flatMap { kind in
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: TraceFiles.folder.appending(path: kind).path())
    return (names ?? []).sorted().map { "\(kind)/\($0)" }
  }

  static func trace(_ name: String) throws -> Trace {
    try Trace(contentsOf: try Data(contentsOf: self.folder.appending(path: name)))
  }
}
