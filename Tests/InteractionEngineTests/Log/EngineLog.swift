import Logging
import Synchronization

/// Records an engine's log.
final class EngineLog: Sendable {
  /// The fields of a line by name, with its level and message.
  typealias Line = [String: String]

  private let kept = Mutex<[Line]>([])

  var lines: [Line] { self.kept.withLock { $0 } }

  var logger: Logger {
    Logger(label: "test") { _ in Handler(log: self) }
  }

  /// Waits for a line with this message and these fields.
  func told(_ message: String, _ fields: Line = [:]) async throws -> Line {
    let wanted = fields.merging(["message of the line": message]) { $1 }
    while true {
      let line = self.lines.first { line in wanted.allSatisfy { line[$0.key] == $0.value } }
      if let line { return line }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private struct Handler: LogHandler {
    let log: EngineLog
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { self.metadata[key] }
      set { self.metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      var line = event.metadata?.mapValues { "\($0)" } ?? [:]
      line["level"] = "\(event.level)"
      line["message of the line"] = "\(event.message)"
      self.log.kept.withLock { $0.append(line) }
    }
  }
}
