import Foundation
import InteractionWire
import SwiftProtobuf

/// Length-delimited messages in protobuf's standard format: a varint with the length in bytes, then
/// the message.
enum Delimited {
  /// The maximum size of a message when reading, bytes.
  static let maximumMessageBytes = 1 << 20

  static func append(_ message: some Message, to data: inout Data) throws {
    let bytes: [UInt8] = try message.serializedBytes()
    data.append(varint: UInt64(bytes.count))
    data.append(contentsOf: bytes)
  }

  /// Removes the next message from `bytes`, and returns it encoded; nil at the end.
  static func next(from bytes: inout Data.SubSequence) throws(TraceError) -> Data? {
    if bytes.isEmpty { return nil }
    let length = try Self.length(from: &bytes)
    guard length <= Self.maximumMessageBytes else {
      throw TraceError(
        "the record has \(length) bytes; at most \(Self.maximumMessageBytes) are allowed")
    }
    guard length <= bytes.count else { throw TraceError("the last record is truncated") }
    defer { bytes = bytes.dropFirst(length) }
    return bytes.prefix(length)
  }

  /// Decodes a message.
  static func decode<Decoded: Message>(
    _ type: Decoded.Type, _ bytes: Data
  ) throws(TraceError) -> Decoded {
    do {
      return try Decoded(serializedBytes: bytes)
    } catch {
      throw TraceError("the record is malformed: \(error)")
    }
  }

  private static func length(from bytes: inout Data.SubSequence) throws(TraceError) -> Int {
    let found = bytes.withUnsafeBytes { bytes in
      var reader = WireReader(bytes)
      return reader.varint().map { (length: $0, bytes: bytes.count - reader.count) }
    }
    guard let found else {
      // The last byte of a varint is below 0x80.
      throw TraceError(
        bytes.contains { $0 < 0x80 }
          ? "the length of a record is malformed" : "the last record is truncated")
    }
    bytes = bytes.dropFirst(found.bytes)
    return Int(clamping: found.length)
  }
}
