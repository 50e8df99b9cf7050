import NIOCore

/// Splits a header block into its fields (RFC 7541 §6), without decoding them.
struct HeaderFields: Sequence, IteratorProtocol {
  struct Field {
    /// The whole representation.
    let bytes: ByteBuffer
    /// The value's string literal, of a field whose name is a literal without a byte.
    let valueOfNameless: ByteBuffer?
    /// Whether the field is added to the dynamic table.
    let isIndexed: Bool
  }

  private var rest: ByteBuffer

  init(_ block: ByteBuffer) {
    self.rest = block
  }

  /// Nil at the end, and if what follows is no field.
  mutating func next() -> Field? {
    let start = self.rest
    guard let first = self.rest.getInteger(at: self.rest.readerIndex, as: UInt8.self) else {
      return nil
    }
    let prefix = first & 0x80 != 0 ? 7 : first & 0x40 != 0 ? 6 : first & 0x20 != 0 ? 5 : 4
    guard let index = self.rest.readHPACKInteger(prefix: prefix) else { return nil }
    // Indexed fields, and updates of the table's size, have no literals.
    guard prefix == 6 || prefix == 4 else {
      return Field(bytes: self.taken(from: start), valueOfNameless: nil, isIndexed: false)
    }
    var isNameless = false
    if index == 0 {
      guard let name = self.rest.readHPACKString() else { return nil }
      isNameless = name.isEmpty
    }
    guard let value = self.rest.readHPACKString() else { return nil }
    return Field(
      bytes: self.taken(from: start), valueOfNameless: isNameless ? value.literal : nil,
      isIndexed: prefix == 6)
  }

  private func taken(from start: ByteBuffer) -> ByteBuffer {
    var taken = start
    taken.moveWriterIndex(to: self.rest.readerIndex)
    return taken
  }
}

extension ByteBuffer {
  /// Reads an integer (§5.1); nil if it is not whole, or larger than any length.
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

  /// Reads a string literal (§5.2), packed or not.
  fileprivate mutating func readHPACKString() -> (literal: ByteBuffer, isEmpty: Bool)? {
    let start = self
    guard let length = self.readHPACKInteger(prefix: 7), self.readSlice(length: length) != nil
    else { return nil }
    var literal = start
    literal.moveWriterIndex(to: self.readerIndex)
    return (literal, length == 0)
  }
}
