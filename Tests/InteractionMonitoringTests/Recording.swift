import InteractionMonitoring
import Logging
import Synchronization

/// Records log messages.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  /// The messages with their levels.
  var messages: [String] { self.lines.withLock { $0 } }

  /// Returns a logger that is recorded.
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
  /// The metrics without those of the process and, if nothing was dropped, without the backend's
  /// own.
  var ownText: String {
    self.text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in
        !line.contains("process_")
          && !(line.contains("interaction_metrics_dropped_total") && !line.hasSuffix("} 1"))
      }
      .joined(separator: "\n")
  }

  /// Returns the value of a sample; nil if absent.
  func value(_ line: String) -> String? {
    self.text.split(separator: "\n").first { $0.hasPrefix("\(line) ") }
      .map { String($0.dropFirst(line.count + 1)) }
  }
}
