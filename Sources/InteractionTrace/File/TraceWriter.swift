package import Foundation
package import InteractionCore
import InteractionWire
import SwiftProtobuf

/// Writes a trace's binary form while the session runs.
package final class TraceWriter {
  /// How much waits until it is written, bytes.
  private static let bufferBytes = 64 * 1024

  private let handle: FileHandle
  private var buffer = Data()
  /// How large the file is, what waits included, bytes.
  package private(set) var bytes = 0

  /// Begins a file.
  package init(file: URL, header: Trace.Header) throws {
    // What users do is private.
    _ = FileManager.default.createFile(
      atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
    self.handle = try FileHandle(forWritingTo: file)
    try self.append(.with { $0.header = header.proto })
  }

  /// An event was applied; `number` is 0 unless the client gave it one.
  package func append(_ event: Event, number: UInt64) throws {
    try self.append(
      .with {
        $0.event = event.proto
        $0.eventSequence = number
      })
  }

  /// A directive was decided.
  package func append(_ directive: Directive) throws {
    try self.append(.with { $0.directive = directive.proto })
  }

  /// Writes what waits.
  package func flush() throws {
    try self.handle.write(contentsOf: self.buffer)
    self.buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what waits, and ends the file.
  package func close() throws {
    try self.flush()
    try self.handle.close()
  }

  private func append(_ record: Proto.TraceRecord) throws {
    let before = self.buffer.count
    try Delimited.append(record, to: &self.buffer)
    self.bytes += self.buffer.count - before
    if self.buffer.count >= Self.bufferBytes { try self.flush() }
  }
}
