import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionService
import InteractionStream
import InteractionTransport
import Logging

/// The options for sessions: keys, recordings, limits.
struct SessionOptions: ParsableArguments {
  @Option(
    name: .customLong("checkpoint-keys"),
    help: ArgumentHelp(
      "File of the keys that seal checkpoints (see 'keygen'); reloaded when it changes. Engines that"
        + " resume each other's sessions need the same keys. By default the engine generates a key, and"
        + " its sessions cannot resume after it has ended.",
      valueName: "file"))
  var checkpointKeys: String?

  @Option(
    help: ArgumentHelp(
      "File of variants that are switched off, one 'EXPERIENCE VARIANT' per line, or 'EXPERIENCE *'"
        + " for all but the first; takes effect when it changes. It need not exist.",
      valueName: "file"))
  var killSwitches: String?

  @Option(
    help: ArgumentHelp(
      "Time for clients to move to other engines when this engine drains, 0s to 10m.",
      valueName: "time"))
  var drainDeadline = Duration.seconds(10)

  @Option(
    help: ArgumentHelp(
      "Delay from the start of a drain until clients are told to move, 0s to 1m; part of"
        + " --drain-deadline. Meanwhile health is NOT_SERVING, so that proxies send no new clients.",
      valueName: "time"))
  var drainNotice = Duration.zero

  @Option(help: ArgumentHelp("Directory to record sessions into.", valueName: "directory"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Fraction of the sessions to record, 0 to 1; 1 by default.", valueName: "fraction"))
  var recordShare: Double?

  @Option(
    help: ArgumentHelp(
      "Maximum size of all recordings in MiB, 1 to 1048576; the oldest are deleted to make room. 1024"
        + " by default.",
      valueName: "MiB"))
  var recordBudget: Int?

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Set a limit; may be repeated. The names, defaults and ranges:", discussion: Limit.table,
      valueName: "name=value"),
    transform: LimitChange.init)
  var limits: [LimitChange] = []

  func validate() throws {
    if let checkpointKeys, (try? CheckpointKeys(checkpointKeys)) != nil {
      // The message must not contain the key.
      throw ValidationError("--checkpoint-keys is a key; must be the path of a file of keys")
    }
    try (.zero ... .seconds(600)).check(self.drainDeadline, "--drain-deadline")
    try (.zero ... .seconds(60)).check(self.drainNotice, "--drain-notice")
    guard self.drainNotice <= self.drainDeadline else {
      throw ValidationError(
        "--drain-notice is \(self.drainNotice.text); must be at most --drain-deadline,"
          + " which is \(self.drainDeadline.text)")
    }
    guard self.record != nil || self.recordShare == nil && self.recordBudget == nil else {
      throw ValidationError("--record-share and --record-budget need --record")
    }
    try Self.check(self.recordShare ?? 1, in: 0 ... 1, "--record-share")
    try Self.check(Double(self.recordBudget ?? 1024), in: 1 ... 1_048_576, "--record-budget")
  }

  private static func check(_ value: Double, in range: ClosedRange<Double>, _ name: String) throws {
    guard range.contains(value) else {
      throw ValidationError(
        "\(name) is \(plain(value)); must be \(plain(range.lowerBound)) to"
          + " \(plain(range.upperBound))")
    }
  }

  /// Returns all limits: by the options, or by the available memory.
  func limits(within memory: MemoryBudget) -> ServerConfiguration {
    var configuration = ServerConfiguration()
    memory.apply(to: &configuration.engine.admission)
    for change in self.limits { change.limit.set(change.value, &configuration) }
    return configuration
  }

  /// The limits on connections.
  var connectionLimits: ConnectionLimits { self.limits(within: MemoryBudget()).connections }

  /// Applies the options to a configuration.
  ///
  /// - Throws: ``UserFacingError`` if the keys cannot be used.
  func apply(to configuration: inout Engine.Configuration, logger: Logger) throws {
    let memory = configuration.memoryBudget
    memory.apply(to: &configuration.admission)
    var limited = ServerConfiguration(engine: configuration)
    for change in self.limits { change.limit.set(change.value, &limited) }
    configuration = limited.engine
    configuration.drain.deadline = TimeSpan(
      microseconds: self.drainDeadline.wholeMicroseconds)
    configuration.drain.notice = TimeSpan(microseconds: self.drainNotice.wholeMicroseconds)
    if let record {
      var policy = RecordingPolicy(directory: URL(fileURLWithPath: record))
      policy.share = self.recordShare ?? 1
      policy.budget = (self.recordBudget ?? 1024) << 20
      memory.apply(to: &policy)
      configuration.recording = policy
    }
    if let path = self.killSwitches {
      let file = KillSwitchFile(URL(fileURLWithPath: path))
      do {
        if try file.load() == nil {
          logger.notice("kill switch file does not exist yet", metadata: ["file": "\(path)"])
        }
      } catch {
        throw UserFacingError(error.problems.map { "\(path): \($0)" }.joined(separator: "\n"))
      }
      configuration.killSwitchFile = file
    }
    guard let keys = self.checkpointKeys else { return }
    let file = CheckpointKeyFile(URL(fileURLWithPath: keys))
    do {
      configuration.checkpoints = CheckpointSealer(keys: try file.load())
    } catch {
      throw UserFacingError(error.problems.map { "\(keys): \($0)" }.joined(separator: "\n"))
    }
    configuration.keyFile = file
    if file.isExposed {
      logger.warning(
        "key file is accessible to other users; set its mode to 600", metadata: ["file": "\(keys)"])
    }
  }
}
