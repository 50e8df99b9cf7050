package import Foundation
package import Logging

/// A log handler that writes one line per event: time, level, event, and then the metadata sorted
/// by key.
///
/// Values are quoted, and line breaks and control characters in them are escaped, so that input
/// from callers cannot forge a line or control a terminal.
package struct LineLogHandler: LogHandler {
  /// Writes a line that ends with a line feed. Returns the number of lines dropped before it.
  package typealias Output = @Sendable (String) -> Int

  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let format: LogFormat
  private let now: @Sendable () -> Date
  private let write: Output

  /// - Parameters:
  ///   - level: The minimum level.
  ///   - now: Returns the current time.
  ///   - write: Writes the lines; by default to ``LogWriter/standardError``.
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

  /// Returns a field's name for a metadata key. Keys that collide with the first fields get a
  /// suffix.
  private static func name(_ key: String) -> String {
    let name = String(key.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return ["time", "level", "event"].contains(name) ? name + "_" : name
  }

  /// Returns a time such as `2026-11-23T13:10:43.250Z`.
  private static func text(of time: Date) -> String {
    time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
