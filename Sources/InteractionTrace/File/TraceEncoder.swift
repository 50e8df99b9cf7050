package import Foundation
package import InteractionCore
import InteractionWire
import SwiftProtobuf

/// An incremental encoder of the binary format.
package struct TraceEncoder: Sendable {
  /// The encoded bytes that have not been taken yet.
  private var untaken = Data()
  /// The total number of encoded bytes.
  package private(set) var bytes = 0

  /// Creates an encoder, and encodes the header.
  package init(_ header: Trace.Header) throws {
    try self.append(.with { $0.header = header.proto })
  }

  /// The number of bytes that have not been taken yet.
  package var untakenBytes: Int { self.untaken.count }

  /// Encodes an applied event; `number` is the client's sequence number, or 0 for none.
  package mutating func append(_ event: InteractionEvent, number: UInt64) throws {
    try self.append(
      .with {
        $0.event = event.proto
        $0.eventSequence = number
      })
  }

  /// Encodes a directive.
  package mutating func append(_ directive: Directive) throws {
    try self.append(.with { $0.directive = directive.proto })
  }

  /// Returns the bytes encoded since the last call.
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
