import InteractionMonitoring
import Logging
import Synchronization

/// Keeps what is logged.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  /// The messages so far, with their levels.
  var messages: [String] { self.lines.withLock { $0 } }

  /// A logger that writes here.
  func logger(level: Logger.Level = .trace) -> Logger {
    Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
  }

  private struct Handler: LogHandler {
    let log: Log
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { self.metadata[key] }
      set { self.metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let name = event.metadata?["metric"].map { " \($0)" } ?? ""
      self.log.lines.withLock { $0.append("\(event.level): \(event.message)\(name)") }
    }
  }
}

extension PrometheusMetrics {
  /// Everything but the metrics of the process and, if nothing was dropped, those of itself.
  var ownText: String {
    self.text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in
        !line.contains("process_")
          && !(line.contains("interaction_metrics_dropped_total") && !line.hasSuffix("} 1"))
      }
      .joined(separator: "\n")
  }

  /// The value of a line.
  func value(_ line: String) -> String? {
    self.text.split(separator: "\n").first { $0.hasPrefix("\(line) ") }
      .map { String($0.dropFirst(line.count + 1)) }
  }
}
