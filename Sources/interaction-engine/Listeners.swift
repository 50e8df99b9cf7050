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
      group.addTask { await self.printAddresses() }
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
      throw UserFacingError("cannot listen on \(listener.address): \(Self.reason(of: error))")
    }
  }

  /// Prints the addresses once all listeners are bound. Prints nothing if one fails: serving
  /// reports the error.
  private func printAddresses() async {
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
      self.supervisor.notify(.ready(status: lines.joined(separator: ", ")))
    } catch {}
  }

  /// Returns the cause of an error, in one line.
  static func reason(of error: any Error) -> String {
    let text = "\(error)"
    return text.contains("EADDRINUSE") || text.contains("Address already in use")
      ? "the port is in use; choose another, or 0 for a free one" : text
  }
}

/// The help texts of the metrics in `/metrics`.
enum MetricHelp {
  static let texts = [
    "interaction_build_info": "Version and commit of the engine, as labels; always 1.",
    "interaction_sessions_active": "Open sessions.",
    "interaction_lag_seconds": "Scheduling delay of the engine's event loops.",
    "interaction_draining": "1 while the engine drains, else 0.",
    "interaction_limit": "Limits in force, by their name in --limit.",
    "interaction_experience_sessions": "Open sessions, by experience, version and variant.",
    "interaction_experience_opened_total": "Sessions opened, by experience, version and variant.",
    "interaction_variant_opened_total":
      "New sessions that count in outcomes, by variant and phase.",
    "interaction_variant_errors_total":
      "Sessions of a variant that ended with an error, by variant and phase.",
    "interaction_variant_refusals_total": "Requests refused, by variant and phase.",
    "interaction_variant_holds_expired_total":
      "Holds that ended without a verdict, by variant and phase.",
    "interaction_variant_decision_seconds":
      "Time from the arrival of events until their directives are ready, by variant and phase.",
    "interaction_events_total": "Events received, by kind.",
    "interaction_directives_total": "Directives sent, by kind.",
    "interaction_commands_total": "Commands of backends to sessions, by outcome.",
    "interaction_resumes_total":
      "Sessions opened, by outcome: new, resumed, or the reason for a restart.",
    "interaction_rejected_total": "Streams and calls ended or refused, by reason.",
    "interaction_slow_consumers_total": "Streams ended because their client did not read.",
    "interaction_experience_reloads_total":
      "Reloads of the directory of experiences that found a change, by result.",
    "interaction_sessions_moved_total":
      "Open sessions that were moved to another version of their experience.",
    "interaction_throttled_total": "Times that a session over its work limit was throttled.",
    "interaction_decision_seconds":
      "Time from the arrival of events until their directives are ready to send.",
    "interaction_clock_jumps_total": "Wall-clock jumps of a second or more.",
    "interaction_checkpoints_from_future_total":
      "Checkpoints refused because the clock of the engine that sealed them is ahead.",
    "interaction_waiting_bytes": "Bytes of incomplete requests and unread responses.",
    "interaction_waiting_calls_ended_total":
      "Calls ended because incomplete requests and unread responses took too much memory.",
    "interaction_log_lines_dropped_total":
      "Log lines dropped because standard error was not read.",
    "interaction_recordings_incomplete_total": "Recordings that miss a part of their session.",
    "interaction_connections_refused_total": "Connections refused by the limit of connections.",
    "interaction_certificate_reloads_total": "Reloads of a changed certificate, by result.",
    "interaction_certificate_expiry_timestamp_seconds":
      "Expiry of the engine's certificate, in seconds since 1970.",
    "interaction_fleet_standing": "1 for the engine's status in its fleet, else 0.",
    "interaction_fleet_store_heard_timestamp_seconds":
      "Last response of the fleet's store, or the engine's start, in seconds since 1970.",
    "interaction_fleet_lease_expiry_timestamp_seconds":
      "Expiry of the engine's lease unless it is renewed, in seconds since 1970.",
    "interaction_fleet_clock_difference_seconds":
      "Largest difference between the clocks of other engines and the engine's.",
    "interaction_fleet_versions_total": "Published versions activated or refused, by result.",
    "interaction_fleet_sessions_sent_away_total": "Sessions moved to other engines, by reason.",
  ]
}
