import InteractionClient
import InteractionCore

/// Prints a session's log entries and statistics.
func follow(_ session: InteractionSession, log: (String) -> Void) async {
  for await entry in session.log {
    let fields = entry.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    log("\(entry.level): \(entry.message) \(fields.joined(separator: " "))")
  }
  let statistics = session.statistics
  if let latency = statistics.latency { log("p95 of an answer: \(latency.p95)") }
  log("resumed \(statistics.resumed) times, began anew \(statistics.restarted) times")
}
