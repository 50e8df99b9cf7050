import Foundation
import GRPCCore
import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionService
import InteractionStream
import InteractionTrace
import Testing

@Suite("End to end, in process and over HTTP/2")
struct EndToEndTests {
  private static let traces = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Traces")

  private func configuration(_ name: String = "home-refined") -> SessionConfiguration {
    SessionConfiguration(
      sessionID: "test", experience: name, surface: .phone, runsWithClock: false,
      reconnects: nil)
  }

  /// Returns all directives of a session until its end.
  private func directives(of session: InteractionSession) async throws -> [Directive] {
    var directives: [Directive] = []
    for try await directive in session.directives { directives.append(directive) }
    return directives
  }

  /// The files of all bundled traces.
  static var files: [URL] {
    let samples = self.traces.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/InteractionReplay/Resources")
    let folders = ["vectors", "generated", "recorded"].map(self.traces.appendingPathComponent)
    return (folders + [samples]).flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)) ?? []
    }.sorted { $0.path < $1.path }
  }

  @Test(
    "S5: every bundled trace gives its recorded directives in memory, in process and over HTTP/2, on one stream and by single calls",
    arguments: TestTransport.allCases, SessionConfiguration.CallStyle.allCases)
  func replays(transport: TestTransport, wire: SessionConfiguration.CallStyle) async throws {
    // A WebSocket is a stream: browsers make unary calls over HTTP.
    if transport == .webSocket && wire == .calls { return }
    #expect(Self.files.count >= 43)
    var limits = StreamLimits()
    // On a busy machine seconds can pass between two calls; the server must not tick then.
    limits.tickGrace = .seconds(3_600)
    try await transport.withEngine(limits: limits) { open in
      for file in Self.files {
        let trace = try Trace(file: file)
        let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
        try #require(trace.recorded(with: experience) == trace, "in memory: \(file)")
        let session = open(
          SessionConfiguration(
            sessionID: "replay", experience: trace.header.experience,
            surface: trace.header.surface, current: trace.header.current,
            start: trace.header.start, skipsSamples: false, runsWithClock: false, wire: wire))
        for event in trace.events {
          session.send(event.kind, at: event.time, command: event.command)
        }
        session.finish()
        let received = try await self.directives(of: session)
        // A count instead of two long lists in the failure message.
        let same = zip(received, trace.directives).prefix { $0 == $1 }.count
        #expect(same == trace.directives.count && same == received.count, "\(file)")
      }
    }
  }

  @Test(
    "D1: sessions on one connection do not disturb each other", arguments: TestTransport.allCases)
  func sideBySide(transport: TestTransport) async throws {
    try await transport.withEngine { open in
      let good = open(self.configuration())
      let bad = open(self.configuration("nowhere"))
      good.send(.tapTab(index: 1), at: .zero)
      let error = await #expect(throws: InteractionError.self) {
        _ = try await self.directives(of: bad)
      }
      #expect(error?.code == .notFound)
      #expect(error?.reason == "UNKNOWN_EXPERIENCE")
      good.send(.tapTab(index: 2), at: .zero)
      good.finish()
      let received = try await self.directives(of: good)
      #expect(received.count == 2)
    }
  }

  @Test(
    "S6: a refused event comes back as a notice, and the session goes on",
    arguments: TestTransport.allCases)
  func notice(transport: TestTransport) async throws {
    try await transport.withEngine { open in
      let session = open(self.configuration())
      session.send(.tapTab(index: 77), at: .zero)
      session.send(.tapTab(index: 3), at: .zero)
      session.finish()
      var updates: [SessionUpdate] = []
      for try await update in session.updates { updates.append(update) }
      #expect(updates.count == 3)
      guard case .notice(let notice) = updates.last else {
        Issue.record("no notice: \(updates)")
        return
      }
      #expect(notice.sequence == 1)
      #expect(notice.violations.first?.field == "tap.tab")
    }
  }

  @Test("cancelling ends the session here without an error", arguments: TestTransport.allCases)
  func cancel(transport: TestTransport) async throws {
    try await transport.withEngine { open in
      let session = open(self.configuration())
      var updates = session.updates.makeAsyncIterator()
      _ = try await updates.next()
      session.cancel()
      let after = try await updates.next()
      #expect(after == nil)
    }
  }

  @Test(
    "S5: a client whose time runs with the clock ticks by itself",
    arguments: TestTransport.allCases)
  func ticks(transport: TestTransport) async throws {
    try await transport.withEngine { open in
      var configuration = self.configuration()
      configuration.runsWithClock = true
      let session = open(configuration)
      let home = SourceID("home")
      session.send(.scroll(Scroll(source: home, drag: 1, phase: .began, y: 400)))
      session.send(.scroll(Scroll(source: home, drag: 1, phase: .ended, y: 500, velocity: 0)))
      for try await directive in session.directives {
        #expect(directive.cause == .deadline(name: "settle/home"))
        break
      }
      session.cancel()
    }
  }

  @Test("a client that does not read is ended as a slow consumer")
  func slowConsumer() async throws {
    var limits = StreamLimits()
    limits.queuedFrames = 0
    try await TestTransport.http2.withEngine(limits: limits) { open in
      let session = open(self.configuration())
      let error = await #expect(throws: InteractionError.self) {
        _ = try await self.directives(of: session)
      }
      #expect(error?.reason == "SLOW_CONSUMER")
      #expect(error?.retryDelay == .seconds(1))
    }
  }
}
