import Foundation
import GRPCCore
import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionService
import InteractionTrace
import Testing

@Suite("End to end, in process and over HTTP/2")
struct EndToEndTests {
  private static let traces = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Traces")

  private func configuration(_ name: String = "home-refined") -> SessionConfiguration {
    SessionConfiguration(
      sessionID: "test", experience: name, environment: .phone, runsWithClock: false)
  }

  /// Everything that a session says until it ends.
  private func directives(of session: InteractionSession) async throws -> [Directive] {
    var directives: [Directive] = []
    for try await directive in session.directives { directives.append(directive) }
    return directives
  }

  @Test(
    "S5: recorded sessions give their recorded directives, and twice the same",
    arguments: TestTransport.allCases)
  func replays(transport: TestTransport) async throws {
    try await transport.withEngine { open in
      for file in [
        "recorded/browser-pulldown.txt", "generated/tour.trace", "generated/seed-13.trace",
      ] {
        let trace = try Trace(file: Self.traces.appendingPathComponent(file))
        for _ in 0 ..< 2 {
          var configuration = SessionConfiguration(
            sessionID: "replay", experience: trace.header.experience,
            environment: trace.header.environment, skipsSamples: false, runsWithClock: false)
          configuration.start = trace.header.start
          let session = open(configuration)
          for event in trace.events { session.send(event.kind, at: event.time) }
          session.finish()
          let received = try await self.directives(of: session)
          #expect(received == trace.directives, "\(file)")
        }
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

  @Test("a client that does not read is ended as a slow consumer", arguments: [TestTransport.http2])
  func slowConsumer(transport: TestTransport) async throws {
    var limits = StreamLimits()
    limits.queuedFrames = 0
    try await transport.withEngine(limits: limits) { open in
      let session = open(self.configuration())
      let error = await #expect(throws: InteractionError.self) {
        _ = try await self.directives(of: session)
      }
      #expect(error?.reason == "SLOW_CONSUMER")
      #expect(error?.retryDelay == .seconds(1))
    }
  }
}
