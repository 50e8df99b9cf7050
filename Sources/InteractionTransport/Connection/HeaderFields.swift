import NIOCore

/// Splits a header block into field representations (RFC 7541 §6), without decoding them.
struct HeaderFields: Sequence, IteratorProtocol {
  struct Field {
    /// The complete representation.
    let bytes: ByteBuffer
    /// The string literal of the value, if the field has an empty literal name; nil otherwise.
    let emptyNameValue: ByteBuffer?
    /// A Boolean value that indicates whether the field is added to the dynamic table.
    let isIndexed: Bool
  }

  private var rest: ByteBuffer

  init(_ block: ByteBuffer) {
    self.rest = block
  }

  /// Returns the next field; nil at the end and at a malformed field.
  mutating func next() -> Field? {
    let start = self.rest
    guard let first = self.rest.getInteger(at: self.rest.readerIndex, as: UInt8.self) else {
      return nil
    }
    let prefix = first & 0x80 != 0 ? 7 : first & 0x40 != 0 ? 6 : first & 0x20 != 0 ? 5 : 4
    guard let index = self.rest.readHPACKInteger(prefix: prefix) else { return nil }
    // Indexed fields and dynamic table size updates have no literals.
    guard prefix == 6 || prefix == 4 else {
      return Field(bytes: self.taken(from: start), emptyNameValue: nil, isIndexed: false)
    }
    var isNameless = false
    if index == 0 {
      guard let name = self.rest.readHPACKString() else { return nil }
      isNameless = name.isEmpty
    }
    guard let value = self.rest.readHPACKString() else { return nil }
    return Field(
      bytes: self.taken(from: start), emptyNameValue: isNameless ? value.literal : nil,
      isIndexed: prefix == 6)
  }

  private func taken(from start: ByteBuffer) -> ByteBuffer {
    var taken = start
    taken.moveWriterIndex(to: self.rest.readerIndex)
    return taken
  }
}

extension ByteBuffer {
  /// Reads an integer (§5.1); nil if it is incomplete or exceeds any valid length.
  fileprivate mutating func readHPACKInteger(prefix: Int) -> Int? {
    let most = 1 << prefix - 1
    guard let first = self.readInteger(as: UInt8.self) else { return nil }
    var value = Int(first) & most
    guard value == most else { return value }
    for shift in [0, 7, 14, 21] {
      guard let byte = self.readInteger(as: UInt8.self) else { return nil }
      value += Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  /// Reads a string literal (§5.2), Huffman-coded or not.
  fileprivate mutating func readHPACKString() -> (literal: ByteBuffer, isEmpty: Bool)? {
    let start = self
    guard let length = self.readHPACKInteger(prefix: 7), self.readSlice(length: length) != nil
    else { return nil }
    var literal = start
    literal.moveWriterIndex(to: self.readerIndex)
    return (literal, length == 0)
  }
}
