package import Foundation
package import Logging

/// Writes a line for each event: when, how important, what, and then its fields by name.
///
/// Values are quoted, and nothing in them ends a line or reaches a terminal as more than text: what
/// callers say of themselves cannot look like another line.
package struct LineLogHandler: LogHandler {
  /// Takes a line, its end included. Returns the number of lines that were dropped before it.
  package typealias Output = @Sendable (String) -> Int

  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let format: LogFormat
  private let now: @Sendable () -> Date
  private let write: Output

  /// - Parameters:
  ///   - level: The least important event that is written.
  ///   - now: Says what time it is.
  ///   - write: Takes the lines; by default ``LogWriter/standardError``.
  package init(
    _ format: LogFormat, level: Logger.Level, now: @escaping @Sendable () -> Date = { Date() },
    write: @escaping Output = { LogWriter.standardError.write($0) }
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
    let metadata = self.metadata.merging(event.metadata ?? [:]) { $1 }
    let dropped = self.write(self.line(event.level, "\(event.message)", metadata))
    guard dropped > 0 else { return }
    _ = self.write(self.line(.warning, "log lines dropped", ["count": "\(dropped)"]))
  }

  private func line(
    _ level: Logger.Level, _ event: String, _ metadata: Logger.Metadata
  ) -> String {
    var fields = [
      (name: "time", value: Self.text(of: self.now())), ("level", level.rawValue),
      ("event", event),
    ]
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      fields.append((Self.name(key), "\(value)"))
    }
    return self.format.line(fields) + "\n"
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
}
