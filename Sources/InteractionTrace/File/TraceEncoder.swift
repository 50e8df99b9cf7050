package import Foundation
package import InteractionCore
import InteractionWire
import SwiftProtobuf

/// Encodes a trace's binary form while the session runs.
package struct TraceEncoder: Sendable {
  /// What has not been written to the file yet.
  private var untaken = Data()
  /// Everything so far, bytes.
  package private(set) var bytes = 0

  /// Begins with the header.
  package init(_ header: Trace.Header) throws {
    try self.append(.with { $0.header = header.proto })
  }

  /// How much has not been written to the file yet, bytes.
  package var untakenBytes: Int { self.untaken.count }

  /// An event was applied; `number` is 0 unless the client gave it one.
  package mutating func append(_ event: Event, number: UInt64) throws {
    try self.append(
      .with {
        $0.event = event.proto
        $0.eventSequence = number
      })
  }

  /// A directive was decided.
  package mutating func append(_ directive: Directive) throws {
    try self.append(.with { $0.directive = directive.proto })
  }

  /// Takes the records that came since the last time.
  package mutating func take() -> Data {
    defer { self.untaken.removeAll() }
    return self.untaken
  }

  private mutating func append(_ record: Proto.TraceRecord) throws {
    let before = self.untaken.count
    try Delimited.append(record, to: &self.untaken)
    self.bytes += self.untaken.count - before
  }
}
