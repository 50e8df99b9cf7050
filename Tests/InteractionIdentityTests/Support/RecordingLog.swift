import Logging
import Synchronization

/// Records log lines.
final class RecordingLog: Sendable {
  private let recorded = Mutex<[String]>([])

  var lines: [String] { self.recorded.withLock { $0 } }

  var logger: Logger {
    Logger(label: "test") { _ in Handler(log: self) }
  }

  private struct Handler: LogHandler {
    let log: RecordingLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { self.metadata[key] }
      set { self.metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }
      let line = ["\(event.level):", "\(event.message)"] + facts.map { "\($0.key)=\($0.value)" }
      self.log.recorded.withLock { $0.append(line.joined(separator: " ")) }
    }
  }
}
