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
    help: "Cut every connection at this interval, by RST and FIN in turn",
    within: FaultOptions.intervals)
  var cutEvery: Duration?

  @Option(help: "Stall every connection at this interval", within: FaultOptions.intervals)
  var stallEvery: Duration?

  @Option(help: "How long a stall lasts", within: FaultOptions.intervals)
  var stallFor = Duration.seconds(1)

  @Option(help: "Kill the --engine at this interval", within: FaultOptions.intervals)
  var killEvery: Duration?

  @Option(
    help: ArgumentHelp(
      "Start this engine for the load, on a port of its own, instead of using --address.",
      valueName: "file"))
  var engine: String?

  @OptionGroup
  var engineOptions: EngineOptions

  func validate() throws {
    guard self.engine != nil || self.engineOptions.arguments.isEmpty else {
      throw ValidationError("--engine-option needs --engine")
    }
    guard self.killEvery == nil || self.engine != nil else {
      throw ValidationError("--kill-every needs --engine: only an engine of its own is killed")
    }
    if let engine, !FileManager.default.isExecutableFile(atPath: engine) {
      throw ValidationError(
        "--engine is '\(engine)', which cannot be run; build it with 'swift build'")
    }
  }

  /// Returns the faults; nil for none. A crash kills and restarts `engine`.
  func faults(_ engine: EngineProcess?) -> LoadFaults? {
    guard self.cutEvery != nil || self.stallEvery != nil || self.killEvery != nil else {
      return nil
    }
    var faults = LoadFaults()
    faults.cutPause = self.cutEvery
    faults.stallPause = self.stallEvery
    faults.stallTime = self.stallFor
    faults.crashPause = self.killEvery
    if let engine {
      faults.crash = {
        _ = await engine.kill()
        try await engine.start()
      }
    }
    return faults
  }

  /// Runs `body` with the load's own engine, if it has one, and ends that engine afterwards.
  func withEngine(wire: Wire, _ body: (EngineProcess?) async throws -> Void) async throws {
    guard let engine else { return try await body(nil) }
    try await EngineProcess.withKeys { keys in
      let process = EngineProcess(
        binary: URL(fileURLWithPath: engine),
        arguments: ["--checkpoint-keys", keys.path] + self.engineOptions.arguments,
        wire: wire)
      do {
        try await process.start()
      } catch {
        Console.complain("interaction-load: \(error)")
        throw ExitCode.noEngine
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
