public import ArgumentParser
import Foundation
import GRPCNIOTransportHTTP2
import InteractionClient
import InteractionCommandLine
import InteractionCore
public import InteractionReplay
import InteractionService
import InteractionTrace
import InteractionTransport
import Logging

/// Plays a bundled session over gRPC.
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a bundled trace over gRPC and print the engine's directives.",
    discussion: """
      Starts an engine on a free loopback port, streams a bundled trace to it, and prints events (>) \
      and directives (<) as they occur. Then compares the directives with those of the trace. \
      `interaction-load draw NAME` draws a trace.

      Traces: \(BundledTrace.allCases.map(\.rawValue).joined(separator: ", "))
      """
  )

  @Argument(help: "Bundled trace to play.")
  var session = BundledTrace.tour

  @Option(
    help: "Playback speed, 0.01x to 1000x, or max. (default: 1x)",
    transform: OptionParser.value("0.01x to 1000x, or max") { ReplaySpeed($0) })
  var speed = ReplaySpeed.times(1)

  func run() async throws {
    let trace = try self.session.trace
    let logger = Logger(label: "interaction-engine") { _ in SwiftLogNoOpLogHandler() }
    try await EngineHost(Engine(logger: logger)).withLoopbackListener { port in
      Console.line(
        "engine on 127.0.0.1:\(port); '\(trace.header.client)' with \(trace.header.experience)")
      let outcome = try await self.play(trace, port: port)
      self.summarise(trace, outcome)
    }
  }

  private func play(_ trace: Trace, port: Int) async throws -> Replay.Outcome {
    let transport = try HTTP2ClientTransport.Posix(
      target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
    let client = InteractionClient(transport: transport)
    var options = Replay.Options()
    options.speed = self.speed
    let line = ProgressLine(label: "demo")
    let timeline = LiveTimeline(
      since: trace.header.start, showsSamples: false, print: line.print)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await client.run() }
      let outcome = try await Replay(trace, options: options).run(
        over: client, sessionID: "demo"
      ) { moment, progress in
        timeline.add(moment)
        line.draw(progress.events, of: progress.total, "\(progress) ")
      }
      line.finish()
      client.shutDown()
      try await group.waitForAll()
      return outcome
    }
  }

  private func summarise(_ trace: Trace, _ outcome: Replay.Outcome) {
    let comparison = DirectiveComparison(
      expected: trace.directives, received: outcome.directives, strictness: .exceptCauseNumbers)
    let verdict = comparison.differences.isEmpty ? "all as recorded" : comparison.summary
    Console.line(
      "\(outcome.directives.count) directives, \(verdict);"
        + " \(outcome.sent) events sent, \(outcome.skipped) samples skipped")
    for line in comparison.lines(since: trace.header.start) { Console.line(line) }
  }
}

extension BundledTrace: ExpressibleByArgument {}
