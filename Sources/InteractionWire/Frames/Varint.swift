extension UInt64 {
  /// Calls `body` with the bytes of the number as a varint, lowest seven bits first.
  @inline(__always)
  func forEachVarintByte(_ body: (UInt8) -> Void) {
    var rest = self
    while rest >= 0x80 {
      body(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    body(UInt8(truncatingIfNeeded: rest))
  }
}

extension RangeReplaceableCollection<UInt8> {
  /// Appends a number as a varint.
  package mutating func append(varint: UInt64) {
    varint.forEachVarintByte { self.append($0) }
  }
}
