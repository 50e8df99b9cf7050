import InteractionCore
import InteractionService
import InteractionTransport

/// What limits belong to: sessions, or the connections that they come on.
struct ServerConfiguration {
  var engine = Engine.Configuration()
  var connections = ConnectionLimits()
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
  case tickGraceMilliseconds = "tick-grace-ms"
  case frameBytes = "frame-bytes"
  case workPerSecond = "work-per-second"
  case workBurst = "work-burst"
  case simulations
  case simulationsWaiting = "simulations-waiting"
  case simulationEvents = "simulation-events"
  case simulationBytes = "simulation-bytes"
  case simulationMilliseconds = "simulation-ms"
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
    case .tickGraceMilliseconds: 0 ... 3_600_000
    case .idleSeconds, .idleConnectionSeconds: 1 ... 86_400
    case .frameBytes: 1_024 ... 1 << 20
    case .workPerSecond, .workBurst: 1_000 ... 1_000_000_000
    case .simulations, .simulationsWaiting: 1 ... 1_024
    case .simulationEvents: 1 ... 1_000_000
    case .simulationBytes: 1_024 ... 64 << 20
    case .simulationMilliseconds: 1 ... 600_000
    }
  }

  func set(_ value: Int, in configuration: inout ServerConfiguration) {
    switch self {
    case .sessions: configuration.engine.admission.sessions = value
    case .opensPerSecond: configuration.engine.admission.opensPerSecond = value
    case .openBurst: configuration.engine.admission.openBurst = value
    case .sessionsPerUser: configuration.engine.admission.sessionsPerUser = value
    case .memoryMiB: configuration.engine.admission.memoryBytes = value << 20
    case .lagMilliseconds:
      configuration.engine.admission.lag = .milliseconds(Int64(value))
      configuration.engine.admission.resumeLag = .milliseconds(4 * Int64(value))
    case .eventsPerSecond: configuration.engine.limits.eventsPerSecond = value
    case .eventBurst: configuration.engine.limits.eventBurst = value
    case .unacknowledgedDirectives: configuration.engine.limits.unacknowledgedDirectives = value
    case .unacknowledgedBytes: configuration.engine.limits.unacknowledgedBytes = value
    case .heartbeatSeconds: configuration.engine.limits.heartbeatInterval = .seconds(Int64(value))
    case .idleSeconds: configuration.engine.limits.idleTimeout = .seconds(Int64(value))
    case .tickGraceMilliseconds:
      configuration.engine.limits.tickGrace = .milliseconds(Int64(value))
    case .frameBytes: configuration.engine.limits.frameBytes = value
    case .workPerSecond: configuration.engine.limits.workPerSecond = value
    case .workBurst: configuration.engine.limits.workBurst = value
    case .simulations: configuration.engine.simulation.running = value
    case .simulationsWaiting: configuration.engine.simulation.waiting = value
    case .simulationEvents: configuration.engine.simulation.events = value
    case .simulationBytes: configuration.engine.simulation.answerBytes = value
    case .simulationMilliseconds:
      configuration.engine.simulation.time = .milliseconds(Int64(value))
    case .connections: configuration.connections.connections = value
    case .idleConnectionSeconds: configuration.connections.idleTime = .seconds(value)
    }
  }

  /// What it is called where there is none.
  var absent: String { self == .connections ? "auto" : "none" }

  /// What it is in a configuration; nil if there is none.
  func value(in configuration: ServerConfiguration) -> Int? {
    let (admission, limits) = (configuration.engine.admission, configuration.engine.limits)
    let simulation = configuration.engine.simulation
    return switch self {
    case .sessions: admission.sessions
    case .opensPerSecond: admission.opensPerSecond
    case .openBurst: admission.openBurst
    case .sessionsPerUser: admission.sessionsPerUser
    case .memoryMiB: admission.memoryBytes.map { $0 >> 20 }
    case .lagMilliseconds: Int(admission.lag.microseconds / 1_000)
    case .eventsPerSecond: limits.eventsPerSecond
    case .eventBurst: limits.eventBurst
    case .unacknowledgedDirectives: limits.unacknowledgedDirectives
    case .unacknowledgedBytes: limits.unacknowledgedBytes
    case .heartbeatSeconds: Int(limits.heartbeatInterval.microseconds / 1_000_000)
    case .idleSeconds: Int(limits.idleTimeout.microseconds / 1_000_000)
    case .tickGraceMilliseconds: Int(limits.tickGrace.microseconds / 1_000)
    case .frameBytes: limits.frameBytes
    case .workPerSecond: limits.workPerSecond
    case .workBurst: limits.workBurst
    case .simulations: simulation.running
    case .simulationsWaiting: simulation.waiting
    case .simulationEvents: simulation.events
    case .simulationBytes: simulation.answerBytes
    case .simulationMilliseconds: Int(simulation.time.microseconds / 1_000)
    case .connections: configuration.connections.connections
    case .idleConnectionSeconds: Int(configuration.connections.idleTime.components.seconds)
    }
  }
}
