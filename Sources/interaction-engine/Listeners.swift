import InteractionCommandLine
import InteractionMonitoring
import InteractionTransport

/// A server that listens on a port.
protocol Listener: Sendable {
  /// The address that it is configured to listen on.
  var address: String { get }
  /// The listening port; waits until it is bound.
  var listeningPort: Int { get async throws }

  /// Serves until ``closeConnections()``.
  func serve() async throws

  func closeConnections()
}

extension EngineServer: Listener {}

extension WebServer: Listener {}

/// All listeners of the server.
struct Listeners: Sendable {
  /// A listener and its label in the output.
  struct Entry: Sendable {
    var label: String
    var listener: any Listener
  }

  let host: String
  let monitoringHost: String
  /// The listeners; the first is that of users.
  let entries: [Entry]
  let monitoring: MonitoringServer?
  /// Notified after the ports are printed.
  let supervisor: Supervisor
  /// Called once all listeners are bound, before the ports are printed.
  let ready: @Sendable () -> Void

  /// Serves until ``closeConnections()``; prints the addresses to standard output, the users'
  /// first.
  func serve() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for entry in self.entries { group.addTask { try await Self.serve(entry.listener) } }
      if let monitoring { group.addTask { try await monitoring.serve() } }
      group.addTask { await self.tell() }
      // The first failure cancels all listeners.
      for try await _ in group {}
    }
  }

  /// Closes the connections. Monitoring stops last, so that the shutdown can be observed.
  func closeConnections() {
    for entry in self.entries { entry.listener.closeConnections() }
    self.monitoring?.beginShutdown()
  }

  private static func serve(_ listener: any Listener) async throws {
    do {
      try await listener.serve()
    } catch {
      throw Failure("cannot serve on \(listener.address): \(Self.reason(of: error))")
    }
  }

  /// Prints the addresses once all listeners are bound. Prints nothing if one fails: serving
  /// reports the error.
  private func tell() async {
    func address(_ host: String, _ port: Int) -> String {
      host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
    do {
      var lines: [String] = []
      for entry in self.entries {
        let port = try await entry.listener.listeningPort
        lines.append("\(entry.label) on \(address(self.host, port))")
      }
      if let monitoring {
        let port = try await monitoring.listeningPort
        lines.append("monitoring on \(address(self.monitoringHost, port))")
      }
      self.ready()
      for line in lines { Console.line(line) }
      self.supervisor.tell(.ready(status: lines.joined(separator: ", ")))
    } catch {}
  }

  /// Returns the cause of an error, in one line.
  static func reason(of error: any Error) -> String {
    let text = "\(error)"
    return text.contains("EADDRINUSE") || text.contains("Address already in use")
      ? "the port is taken; choose another, or 0 for a free one" : text
  }
}

/// The help texts of the metrics in `/metrics`.
enum MetricHelp {
  static let texts = [
    "interaction_sessions_active": "Sessions that are open.",
    "interaction_lag_seconds": "How late the engine is with its work.",
    "interaction_draining": "1 while the engine sends its sessions away to end, else 0.",
    "interaction_limit": "Limits in force, by the name that --limit has for them.",
    "interaction_experience_sessions": "Sessions that are open, by experience and version.",
    "interaction_experience_opened_total": "Sessions that were opened, by experience and version.",
    "interaction_events_total": "Events that were received, by kind.",
    "interaction_directives_total": "Directives that were sent, by kind.",
    "interaction_commands_total": "Commands of backends in sessions, by what became of them.",
    "interaction_resumes_total":
      "Sessions that were opened, by how they came about and why not as resumed.",
    "interaction_rejected_total": "Streams and calls that the engine ended or refused, by reason.",
    "interaction_slow_consumers_total": "Streams that ended because their client did not read.",
    "interaction_experience_reloads_total":
      "Looks at the directory of experiences that found something new, by result.",
    "interaction_held_back_total": "Pauses that sessions were given since they cost too much.",
    "interaction_decision_seconds":
      "From when events arrive until the directives that they lead to wait to be written.",
    "interaction_clock_jumps_total": "Jumps of the time of day, by a second or more.",
    "interaction_checkpoints_from_future_total":
      "Checkpoints that were refused since the clock of the engine that sealed them is ahead.",
    "interaction_waiting_bytes":
      "Bytes of requests that are not whole and of answers that are not read.",
    "interaction_waiting_calls_ended_total":
      "Calls that ended since too much waited for clients in all.",
    "interaction_log_lines_dropped_total":
      "Lines of the log that were dropped since standard error was not read.",
    "interaction_recordings_incomplete_total": "Recordings that miss a part of their session.",
    "interaction_connections_refused_total": "Connections that were one too many.",
    "interaction_certificate_reloads_total": "New certificates that were found, by result.",
    "interaction_certificate_expiry_timestamp_seconds":
      "When the engine's certificate expires, in seconds since 1970.",
    "interaction_fleet_standing": "1 for how the engine stands with its fleet, else 0.",
    "interaction_fleet_store_heard_timestamp_seconds":
      "When the fleet's store last answered, or the engine started, in seconds since 1970.",
    "interaction_fleet_lease_expiry_timestamp_seconds":
      "When the engine's lease ends unless it is renewed, in seconds since 1970.",
    "interaction_fleet_clock_difference_seconds":
      "By how much the clocks of other engines differ from the engine's at most.",
    "interaction_fleet_versions_total":
      "Published versions that came into force on the engine, and that it refused, by result.",
    "interaction_fleet_sessions_sent_away_total": "Sessions sent to other engines, by reason.",
  ]
}
