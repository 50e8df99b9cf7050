import Foundation
import InteractionTrace
import InteractionWire
import Testing

@testable import InteractionService

@Suite("GetRecording", .timeLimit(.minutes(2)))
struct GetRecordingTests {
  /// Opens a session whose recording has begun.
  private func begun(
    _ name: String, in engine: RecordingEngine, epoch: UInt64 = 1
  ) async throws -> TestStream {
    let client = TestStream(engine.running)
    try await client.open { ($0.sessionID, $0.epoch) = (name, epoch) }
    while !engine.names.contains("\(name).\(epoch).trace") {
      try await Task.sleep(for: .milliseconds(5))
    }
    return client
  }

  /// Returns a downloaded recording: the file's name and its bytes.
  private func downloaded(
    _ name: String, epoch: UInt64 = 0, from engine: RecordingEngine
  ) async throws -> (file: String, bytes: Data) {
    let parts = try await Inspector(engine.running).recording(name, epoch: epoch)
    #expect(parts.dropFirst().allSatisfy { $0.file.isEmpty })
    #expect(parts.allSatisfy { 1 ... Recordings.partBytes ~= $0.data.count })
    return (parts.first?.file ?? "", parts.reduce(Data()) { $0 + $1.data })
  }

  @Test("of a session that is open everything until now, however often it is asked")
  func growing() async throws {
    try await RecordingEngine.with { engine in
      let client = try await self.begun("growing", in: engine)
      for count in 1 ... 30 {
        let directives = try await client.exchange(.tap(count % 3, at: Int64(count))).directives
        let (file, bytes) = try await self.downloaded("growing", from: engine)
        let trace = try Trace(contentsOf: bytes)
        #expect(file == "growing.1.trace")
        #expect(trace.numbers == Array(1 ... UInt64(count)))
        #expect(trace.steps.last?.directives.map(\.proto) == directives)
        #expect(try trace.differences.isEmpty)
      }
      #expect(await client.close().end == .well)
    }
  }

  @Test("of one that is over the file as it is, in parts")
  func over() async throws {
    try await RecordingEngine.with { engine in
      let client = try await self.begun("over", in: engine)
      for start in stride(from: Int64(0), to: 320, by: 32) {
        try await client.exchange((start ..< start + 32).map { .turn(at: 5_000 * $0) })
      }
      #expect(await client.close().end == .well)
      try await engine.finish("over.1.trace")
      let (_, bytes) = try await self.downloaded("over", from: engine)
      #expect(bytes.count > 2 * Recordings.partBytes)
      #expect(try bytes == Data(contentsOf: engine.folder.appendingPathComponent("over.1.trace")))
    }
  }

  @Test("the newest connection, or the one that is asked for")
  func connections() async throws {
    try await RecordingEngine.with { engine in
      for (epoch, count) in [(UInt64(2), 5), (10, 7)] {
        let client = try await self.begun("twice", in: engine, epoch: epoch)
        try await client.exchange((0 ..< count).map { .tap($0 % 3, at: Int64($0)) })
        #expect(await client.close().end == .well)
      }
      // Recordings of other sessions with similar names.
      _ = try await self.begun("twice.10", in: engine, epoch: 11)
      for (asked, epoch, count) in [(UInt64(0), 10, UInt64(7)), (2, 2, 5), (10, 10, 7)] {
        let (file, bytes) = try await self.downloaded("twice", epoch: asked, from: engine)
        #expect(file == "twice.\(epoch).trace")
        #expect(try Trace(contentsOf: bytes).numbers == Array(1 ... count))
      }
      let end = await CallCompletion.of {
        _ = try await Inspector(engine.running).recording("twice", epoch: 3)
      }
      #expect("\(end)" == "notFound NOT_RECORDED" && end.message.contains("connection 3"))
    }
  }

  @Test("NOT_RECORDED: a session that never was, or is left out")
  func nothing() async throws {
    try await RecordingEngine.with([:], { $0.share = 0 }) { engine in
      try await TestStream(engine.running).open { $0.sessionID = "left-out" }
      for name in ["left-out", "none", "", "../here", String(repeating: "x", count: 60_000)] {
        let end = await CallCompletion.of {
          _ = try await Inspector(engine.running).recording(name)
        }
        #expect("\(end)" == "notFound NOT_RECORDED")
        #expect(end.message.contains("--record-share") && end.message.count < 500)
      }
    }
  }

  @Test("RECORDING_OFF: what to do about it is in the message")
  func off() async throws {
    try await RunningEngine.with { running in
      let end = await CallCompletion.of { _ = try await Inspector(running).recording("none") }
      #expect("\(end)" == "failedPrecondition RECORDING_OFF" && end.message.contains("--record"))
    }
  }
}
