import Foundation
package import SwiftProtobuf

/// The error of bytes that are not a message.
package struct MalformedMessage: Error {}

extension Message {
  /// Decodes a message, with the first field that this build does not know.
  package init(serializedBytes bytes: [UInt8]) throws(MalformedMessage) {
    guard let message = bytes.withUnsafeBytes({ Self(WireReader($0)) }) else {
      throw MalformedMessage()
    }
    self = message
  }

  package init(serializedBytes bytes: RawSpan) throws(MalformedMessage) {
    guard let message = bytes.withUnsafeBytes({ Self(WireReader($0)) }) else {
      throw MalformedMessage()
    }
    self = message
  }

  private init?(_ reader: WireReader) {
    self.init()
    guard self.merge(reader, depth: 0) else { return nil }
  }

  package func serializedBytes() throws(MalformedMessage) -> [UInt8] { self.encoded }

  /// Adds the fields of an encoded message; returns false if it is malformed.
  mutating func merge(_ reader: WireReader, depth: Int) -> Bool {
    var decoder = WireDecoder(reader, depth: depth)
    // No method of the decoder throws.
    try? self.decodeMessage(decoder: &decoder)
    if self.unknownFields.first == 0 { self.unknownFields.first = decoder.unknown }
    return !decoder.isMalformed
  }
}

/// Decodes the fields of one message.
struct WireDecoder: Decoder {
  enum Format {
    static let varint: UInt64 = 0
    static let fixed64: UInt64 = 1
    static let delimited: UInt64 = 2
    static let fixed32: UInt64 = 5
  }

  private var reader: WireReader
  /// The reader before the current field, until its value is read.
  private var unread: WireReader?
  private var tag: UInt64 = 0
  let depth: Int
  /// True after malformed bytes, which end the decoding.
  var isMalformed: Bool
  /// The number of the first field that was not read; 0 for none.
  private(set) var unknown: UInt32 = 0

  init(_ reader: WireReader, depth: Int) {
    self.reader = reader
    self.depth = depth
    // The limit of SwiftProtobuf.
    self.isMalformed = depth > 100
  }

  @inline(never)
  mutating func nextFieldNumber() -> Int? {
    if let unread = self.unread {
      self.reader = unread
      self.isMalformed = self.reader.skipField() == nil || self.isMalformed
      if self.unknown == 0 { self.unknown = UInt32(truncatingIfNeeded: self.tag >> 3) }
    }
    self.unread = nil
    guard !self.reader.isAtEnd, !self.isMalformed else { return nil }
    self.unread = self.reader
    guard let tag = self.reader.varint(), (1 ..< 1 << 29).contains(tag >> 3) else {
      self.isMalformed = true
      return nil
    }
    self.tag = tag
    return Int(tag >> 3)
  }

  /// Reads the value of the current field, if it has the format; it otherwise remains unknown.
  mutating func read<Value>(
    _ format: UInt64, _ body: (inout WireReader) -> Value?
  ) -> Value? {
    guard self.tag & 7 == format else { return nil }
    let value = body(&self.reader)
    if value == nil { self.isMalformed = true }
    self.unread = nil
    return value
  }

  /// Reads the elements of a packed list, or one element.
  mutating func readList<Value>(
    _ format: UInt64, into list: inout [Value], _ body: (inout WireReader) -> Value?
  ) {
    if let value = self.read(format, body) {
      list.append(value)
    } else if format != Format.delimited, var packed = self.read(Format.delimited, { $0.block() }) {
      while !packed.isAtEnd {
        guard let value = body(&packed) else {
          self.isMalformed = true
          return
        }
        list.append(value)
      }
    }
  }

  mutating func handleConflictingOneOf() {}
}
