package import Foundation
package import Logging
import Synchronization

/// Writes a line for each event: when, how important, what, and then its fields by name.
///
/// Values are quoted, and nothing in them ends a line or reaches a terminal as more than text: what
/// callers say of themselves cannot look like another line.
package struct LineLogHandler: LogHandler {
  /// Where a line goes, its end included.
  package typealias Output = @Sendable (String) -> Void

  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let format: LogFormat
  private let now: @Sendable () -> Date
  private let write: Output

  /// - Parameters:
  ///   - level: The least important event that is written.
  ///   - now: Says what time it is.
  ///   - write: Where lines go; standard error if left out.
  package init(
    _ format: LogFormat, level: Logger.Level, now: @escaping @Sendable () -> Date = { Date() },
    write: @escaping Output = LineLogHandler.standardError
  ) {
    self.format = format
    self.logLevel = level
    self.now = now
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { self.metadata[key] }
    set { self.metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var fields = [
      (name: "time", value: Self.text(of: self.now())), ("level", event.level.rawValue),
      ("event", "\(event.message)"),
    ]
    let metadata = self.metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      fields.append((Self.name(key), "\(value)"))
    }
    self.write(self.format.line(fields) + "\n")
  }

  /// A key of metadata; those that a line begins with are kept apart.
  private static func name(_ key: String) -> String {
    let name = String(key.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return ["time", "level", "event"].contains(name) ? name + "_" : name
  }

  /// A time such as `2026-11-23T13:10:43.250Z`.
  private static func text(of time: Date) -> String {
    time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// One line at a time.
  private static let gate = Mutex(())

  package static let standardError: Output = { line in
    Self.gate.withLock { _ in
      // There is no other place to say that the log cannot be written.
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  }
}
