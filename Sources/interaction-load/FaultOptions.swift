import ArgumentParser
import Foundation
import InteractionChaos
import InteractionCommandLine
import InteractionLoad

/// Options for the faults injected into a load.
struct FaultOptions: ParsableArguments {
  /// The valid range of intervals between faults.
  static let intervals = Duration.milliseconds(10) ... .seconds(86_400)

  @Option(
    help: "Interval between cuts of every connection, by RST and FIN in turn",
    within: FaultOptions.intervals)
  var cutEvery: Duration?

  @Option(help: "Interval between stalls of every connection", within: FaultOptions.intervals)
  var stallEvery: Duration?

  @Option(help: "Duration of a stall", within: FaultOptions.intervals)
  var stallFor = Duration.seconds(1)

  @Option(help: "Interval between kills of --engine", within: FaultOptions.intervals)
  var killEvery: Duration?

  @Option(
    help: ArgumentHelp(
      "Program of an engine to start for the load on a free port, instead of --address.",
      valueName: "file"))
  var engine: String?

  @OptionGroup
  var engineOptions: EngineOptions

  func validate() throws {
    guard self.engine != nil || self.engineOptions.arguments.isEmpty else {
      throw ValidationError("--engine-option needs --engine")
    }
    guard self.killEvery == nil || self.engine != nil else {
      throw ValidationError("--kill-every needs --engine; other engines are not killed")
    }
    if let engine, !FileManager.default.isExecutableFile(atPath: engine) {
      throw ValidationError(
        "--engine is '\(engine)'; must be an executable file, such as 'swift build' creates")
    }
  }

  /// Returns the faults; nil for none. A crash kills and restarts `engine`.
  func faults(_ engine: EngineProcess?) -> LoadFaults? {
    guard self.cutEvery != nil || self.stallEvery != nil || self.killEvery != nil else {
      return nil
    }
    var faults = LoadFaults()
    faults.cutInterval = self.cutEvery
    faults.stallInterval = self.stallEvery
    faults.stallDuration = self.stallFor
    faults.crashInterval = self.killEvery
    if let engine {
      faults.crash = {
        _ = await engine.kill()
        try await engine.start()
      }
    }
    return faults
  }

  /// Runs `body` with the load's own engine, if it has one, and ends that engine afterwards.
  func withEngine(wire: SessionTransport, _ body: (EngineProcess?) async throws -> Void)
    async throws
  {
    guard let engine else { return try await body(nil) }
    try await EngineProcess.withKeys { keys in
      let process = EngineProcess(
        binary: URL(fileURLWithPath: engine),
        arguments: ["--checkpoint-keys", keys.path] + self.engineOptions.arguments,
        wire: wire)
      do {
        try await process.start()
      } catch {
        Console.error("interaction-load: \(error)")
        throw ExitCode.engineUnavailable
      }
      do {
        try await body(process)
      } catch {
        _ = await process.kill()
        throw error
      }
      _ = await process.terminate()
    }
  }
}
