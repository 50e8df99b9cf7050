/// An input interpreted as instructions, byte by byte; zeros after its end.
struct Script {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    self.rest = Array(bytes)[...]
  }

  var isOver: Bool { self.rest.isEmpty }

  mutating func byte() -> UInt8 { self.rest.popFirst() ?? 0 }

  /// Returns a number from 0 up to, but not including, `limit`.
  mutating func number(below limit: Int) -> Int { limit > 0 ? Int(self.byte()) % limit : 0 }

  mutating func flag() -> Bool { self.byte() & 1 == 1 }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[self.number(below: elements.count)]
  }

  /// Returns as many bytes as a 16-bit length says.
  mutating func chunk() -> [UInt8] {
    let count = Int(self.byte()) | Int(self.byte()) << 8
    defer { self.rest = self.rest.dropFirst(count) }
    return Array(self.rest.prefix(count))
  }

  /// Returns the bytes before the next line feed, which is skipped.
  mutating func line() -> [UInt8] {
    let line = self.rest.prefix { $0 != UInt8(ascii: "\n") }
    self.rest = self.rest.dropFirst(line.count + 1)
    return Array(line)
  }

  /// Returns the remaining bytes.
  mutating func remainder() -> [UInt8] {
    defer { self.rest = [] }
    return Array(self.rest)
  }

  /// Returns a 64-bit number.
  mutating func word() -> UInt64 {
    (0 ..< 8).reduce(0) { word, _ in word << 8 | UInt64(self.byte()) }
  }
}
