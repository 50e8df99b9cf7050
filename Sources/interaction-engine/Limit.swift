import InteractionCore
import InteractionService
import InteractionStream
import InteractionTransport

/// The configuration that the limits apply to: sessions and their connections.
struct ServerConfiguration {
  var engine = Engine.Configuration()
  var connections = ConnectionLimits()
}

/// A configurable limit, by its name on the command line.
struct Limit: Sendable {
  let name: String
  let range: ClosedRange<Int>
  /// The text for a limit without a value.
  let unsetText: String
  /// Returns the limit's value; nil without one.
  let value: @Sendable (ServerConfiguration) -> Int?
  let set: @Sendable (Int, inout ServerConfiguration) -> Void

  /// All limits, in the order of `serve --help`.
  static let all: [Limit] = [
    Limit("sessions", 1 ... 10_000_000, \.engine.admission.sessions),
    Limit("opens-per-second", 1 ... 10_000_000, \.engine.admission.opensPerSecond),
    Limit("open-burst", 1 ... 10_000_000, \.engine.admission.openBurst),
    Limit("sessions-per-user", 1 ... 10_000_000, \.engine.admission.sessionsPerUser),
    Limit(
      "memory-mib", 16 ... 16_777_216, \.engine.admission.memoryBytes, unit: 1 << 20,
      absent: "auto"),
    Limit("waiting-mib", 1 ... 16_777_216, \.engine.admission.waitingBytes, unit: 1 << 20),
    Limit("lag-ms", 1 ... 60_000, \.engine.admission.lag, unit: .milliseconds(1)) {
      $1.engine.admission.resumeLag = .milliseconds(4 * Int64($0))
    },
    Limit("events-per-second", 1 ... 100_000, \.engine.limits.eventsPerSecond),
    Limit("event-burst", 1 ... 100_000, \.engine.limits.eventBurst),
    Limit("unacknowledged-directives", 1 ... 65_536, \.engine.limits.unacknowledgedDirectives),
    Limit("unacknowledged-bytes", 1_024 ... 64 << 20, \.engine.limits.unacknowledgedBytes),
    Limit("heartbeat-seconds", 1 ... 600, \.engine.limits.heartbeatInterval, unit: .seconds(1)),
    Limit("idle-seconds", 1 ... 86_400, \.engine.limits.idleTimeout, unit: .seconds(1)),
    Limit("tick-grace-ms", 0 ... 3_600_000, \.engine.limits.tickGrace, unit: .milliseconds(1)),
    Limit("frame-bytes", 1_024 ... 1 << 20, \.engine.limits.frameBytes),
    Limit("work-per-second", 1_000 ... 1_000_000_000, \.engine.limits.workPerSecond),
    Limit("work-burst", 1_000 ... 1_000_000_000, \.engine.limits.workBurst),
    Limit("simulations", 1 ... 1_024, \.engine.simulation.running),
    Limit("simulations-waiting", 1 ... 1_024, \.engine.simulation.waiting),
    Limit("simulation-events", 1 ... 1_000_000, \.engine.simulation.events),
    Limit("simulation-bytes", 1_024 ... 64 << 20, \.engine.simulation.answerBytes),
    Limit("simulation-ms", 1 ... 600_000, \.engine.simulation.time, unit: .milliseconds(1)),
    Limit("connections", 1 ... 10_000_000, \.connections.connections, absent: "auto"),
    Limit("idle-connection-seconds", 1 ... 86_400, \.connections.idleSeconds),
  ]

  static func named(_ name: String) -> Limit? { self.all.first { $0.name == name } }
}

extension Limit {
  private typealias Path<Value> = WritableKeyPath<ServerConfiguration, Value> & Sendable

  private init(_ name: String, _ range: ClosedRange<Int>, _ path: any Path<Int>, unit: Int = 1) {
    self.init(
      name: name, range: range, unsetText: "none", value: { $0[keyPath: path] / unit },
      set: { $1[keyPath: path] = $0 * unit })
  }

  private init(
    _ name: String, _ range: ClosedRange<Int>, _ path: any Path<Int?>, unit: Int = 1,
    absent: String = "none"
  ) {
    self.init(
      name: name, range: range, unsetText: absent, value: { $0[keyPath: path].map { $0 / unit } },
      set: { $1[keyPath: path] = $0 * unit })
  }

  /// - Parameter also: Sets the values that depend on the limit.
  private init(
    _ name: String, _ range: ClosedRange<Int>, _ path: any Path<TimeSpan>, unit: TimeSpan,
    also: @escaping @Sendable (Int, inout ServerConfiguration) -> Void = { _, _ in }
  ) {
    self.init(
      name: name, range: range, unsetText: "none",
      value: { Int($0[keyPath: path].microseconds / unit.microseconds) },
      set: {
        $1[keyPath: path] = TimeSpan(microseconds: Int64($0) * unit.microseconds)
        also($0, &$1)
      })
  }
}

extension ConnectionLimits {
  fileprivate var idleSeconds: Int {
    get { Int(self.idleTime.components.seconds) }
    set { self.idleTime = .seconds(newValue) }
  }
}
