import Foundation
import SwiftProtobuf

/// Length-delimited messages, as every protobuf implementation writes them: a varint with the
/// message's length in bytes, then the message.
enum Delimited {
  /// Largest message that is read, bytes.
  static let maximumMessageBytes = 1 << 20

  static func append(_ message: some Message, to data: inout Data) throws {
    let bytes: [UInt8] = try message.serializedBytes()
    var length = bytes.count
    while length >= 0x80 {
      data.append(UInt8(length & 0x7F) | 0x80)
      length >>= 7
    }
    data.append(UInt8(length))
    data.append(contentsOf: bytes)
  }

  /// Takes the next message off `bytes`; nil at the end.
  static func next<Decoded: Message>(
    _ type: Decoded.Type, from bytes: inout Data.SubSequence
  ) throws(TraceError) -> Decoded? {
    if bytes.isEmpty { return nil }
    let length = try Self.length(from: &bytes)
    guard length <= Self.maximumMessageBytes else {
      throw TraceError("a record of \(length) bytes; at most \(Self.maximumMessageBytes) are read")
    }
    guard length <= bytes.count else { throw TraceError("ends in the middle of a record") }
    defer { bytes = bytes.dropFirst(length) }
    do {
      return try Decoded(serializedBytes: Array(bytes.prefix(length)))
    } catch {
      throw TraceError("is not a trace record: \(error)")
    }
  }

  private static func length(from bytes: inout Data.SubSequence) throws(TraceError) -> Int {
    var length = 0
    var shift = 0
    while let byte = bytes.popFirst() {
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return length }
      shift += 7
      guard shift < 35 else { throw TraceError("a record's length is malformed") }
    }
    throw TraceError("ends in the middle of a record")
  }
}
