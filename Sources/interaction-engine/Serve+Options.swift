import ArgumentParser
import Foundation
import InteractionCore
import InteractionService
import InteractionTransport
import Logging

/// What a server is told about sessions: their keys, their recordings, their limits.
struct SessionOptions: ParsableArguments {
  @Option(
    name: .customLong("checkpoint-keys"),
    help: ArgumentHelp(
      "File of the keys that checkpoints are sealed with (see 'keygen'), watched for changes. All"
        + " engines that are to continue each other's sessions need the same. Without it the engine"
        + " makes a key of its own, and its sessions end with it.",
      valueName: "file"))
  var checkpointKeys: String?

  @Option(
    help: ArgumentHelp(
      "How long clients have to go elsewhere when the engine is told to stop.",
      valueName: "seconds"))
  var drainDeadline = 10.0

  @Option(
    help: ArgumentHelp(
      "How long of that health says that the engine is going before clients are told, for proxies to"
        + " notice.",
      valueName: "seconds"))
  var drainNotice = 0.0

  @Option(help: ArgumentHelp("Folder to record sessions to.", valueName: "directory"))
  var record: String?

  @Option(
    help: ArgumentHelp("Which part of the sessions is recorded, 0 to 1.", valueName: "part"))
  var recordShare = 1.0

  @Option(
    help: ArgumentHelp(
      "How large the recordings may become, MiB; the oldest make room.", valueName: "MiB"))
  var recordBudget = 1024

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Changes a limit: \(Limit.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name=value"))
  var limits: [LimitChange] = []

  func validate() throws {
    if let checkpointKeys, (try? KeyRing(checkpointKeys)) != nil {
      // Whoever reads the message would have the key.
      throw ValidationError("--checkpoint-keys is a key; must be the name of a file of keys")
    }
    try Self.check(self.drainDeadline, in: 0 ... 600, "--drain-deadline")
    try Self.check(self.drainNotice, in: 0 ... 60, "--drain-notice")
    guard self.drainNotice <= self.drainDeadline else {
      throw ValidationError(
        "--drain-notice is \(plain(self.drainNotice)); must not be longer than --drain-deadline,"
          + " which is \(plain(self.drainDeadline))")
    }
    try Self.check(self.recordShare, in: 0 ... 1, "--record-share")
    try Self.check(Double(self.recordBudget), in: 1 ... 1_048_576, "--record-budget")
  }

  private static func check(_ value: Double, in range: ClosedRange<Double>, _ name: String) throws {
    guard range.contains(value) else {
      throw ValidationError(
        "\(name) is \(plain(value)); must be \(plain(range.lowerBound)) to"
          + " \(plain(range.upperBound))")
    }
  }

  /// What the options say about connections.
  var connectionLimits: ConnectionLimits {
    var limits = ConnectionLimits()
    for change in self.limits { change.limit.set(change.value, in: &limits) }
    return limits
  }

  /// Writes the options into a configuration.
  ///
  /// - Throws: ``Failure`` if the keys cannot be used.
  func apply(to configuration: inout Engine.Configuration, logger: Logger) throws {
    configuration.drain.deadline = TimeSpan(microseconds: Int64(self.drainDeadline * 1e6))
    configuration.drain.notice = TimeSpan(microseconds: Int64(self.drainNotice * 1e6))
    if let record {
      var policy = RecordingPolicy(directory: URL(fileURLWithPath: record))
      policy.share = self.recordShare
      policy.budget = self.recordBudget << 20
      configuration.recording = policy
    }
    for change in self.limits { change.limit.set(change.value, in: &configuration) }
    guard let keys = self.checkpointKeys else { return }
    let file = KeyFile(URL(fileURLWithPath: keys))
    do {
      configuration.checkpoints = CheckpointVault(keys: try file.load())
    } catch {
      throw Failure(error.problems.map { "\(keys): \($0)" }.joined(separator: "\n"))
    }
    configuration.keyFile = file
    if file.isExposed {
      logger.warning("others than its owner may read the key file", metadata: ["file": "\(keys)"])
    }
  }
}

/// A limit that can be changed, under its name on the command line.
enum Limit: String, CaseIterable {
  case sessions
  case opensPerSecond = "opens-per-second"
  case openBurst = "open-burst"
  case sessionsPerUser = "sessions-per-user"
  case memoryMiB = "memory-mib"
  case lagMilliseconds = "lag-ms"
  case eventsPerSecond = "events-per-second"
  case eventBurst = "event-burst"
  case unacknowledgedDirectives = "unacknowledged-directives"
  case unacknowledgedBytes = "unacknowledged-bytes"
  case heartbeatSeconds = "heartbeat-seconds"
  case idleSeconds = "idle-seconds"
  case frameBytes = "frame-bytes"
  case connections
  case idleConnectionSeconds = "idle-connection-seconds"

  /// What it may be set to.
  var range: ClosedRange<Int> {
    switch self {
    case .sessions, .opensPerSecond, .openBurst, .sessionsPerUser, .connections: 1 ... 10_000_000
    case .memoryMiB: 16 ... 16_777_216
    case .lagMilliseconds: 1 ... 60_000
    case .eventsPerSecond, .eventBurst: 1 ... 100_000
    case .unacknowledgedDirectives: 1 ... 65_536
    case .unacknowledgedBytes: 1_024 ... 64 << 20
    case .heartbeatSeconds: 1 ... 600
    case .idleSeconds, .idleConnectionSeconds: 1 ... 86_400
    case .frameBytes: 1_024 ... 1 << 20
    }
  }

  func set(_ value: Int, in configuration: inout Engine.Configuration) {
    switch self {
    case .sessions: configuration.admission.sessions = value
    case .opensPerSecond: configuration.admission.opensPerSecond = value
    case .openBurst: configuration.admission.openBurst = value
    case .sessionsPerUser: configuration.admission.sessionsPerUser = value
    case .memoryMiB: configuration.admission.memoryBytes = value << 20
    case .lagMilliseconds:
      configuration.admission.lag = .milliseconds(Int64(value))
      configuration.admission.resumeLag = .milliseconds(4 * Int64(value))
    case .eventsPerSecond: configuration.limits.eventsPerSecond = value
    case .eventBurst: configuration.limits.eventBurst = value
    case .unacknowledgedDirectives: configuration.limits.unacknowledgedDirectives = value
    case .unacknowledgedBytes: configuration.limits.unacknowledgedBytes = value
    case .heartbeatSeconds: configuration.limits.heartbeatInterval = .seconds(Int64(value))
    case .idleSeconds: configuration.limits.idleTimeout = .seconds(Int64(value))
    case .frameBytes: configuration.limits.frameBytes = value
    case .connections, .idleConnectionSeconds: break
    }
  }

  func set(_ value: Int, in limits: inout ConnectionLimits) {
    switch self {
    case .connections: limits.connections = value
    case .idleConnectionSeconds: limits.idleTime = .seconds(value)
    default: break
    }
  }
}

/// `name=value`.
struct LimitChange: ExpressibleByArgument {
  let limit: Limit
  let value: Int

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let limit = Limit(rawValue: String(parts[0])),
      let value = Int(parts[1]), limit.range.contains(value)
    else { return nil }
    self.limit = limit
    self.value = value
  }
}
