/// What an input tells to do, byte by byte. One that is over tells zeros.
struct Script {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    self.rest = Array(bytes)[...]
  }

  var isOver: Bool { self.rest.isEmpty }

  mutating func byte() -> UInt8 { self.rest.popFirst() ?? 0 }

  /// A number from 0, less than `limit`.
  mutating func number(below limit: Int) -> Int { limit > 0 ? Int(self.byte()) % limit : 0 }

  mutating func flag() -> Bool { self.byte() & 1 == 1 }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[self.number(below: elements.count)]
  }

  /// As many bytes as the first two say.
  mutating func chunk() -> [UInt8] {
    let count = Int(self.byte()) | Int(self.byte()) << 8
    defer { self.rest = self.rest.dropFirst(count) }
    return Array(self.rest.prefix(count))
  }

  /// What comes before the next line end, which is left out.
  mutating func line() -> [UInt8] {
    let line = self.rest.prefix { $0 != UInt8(ascii: "\n") }
    self.rest = self.rest.dropFirst(line.count + 1)
    return Array(line)
  }

  /// Everything that is left.
  mutating func remainder() -> [UInt8] {
    defer { self.rest = [] }
    return Array(self.rest)
  }

  /// Any bits.
  mutating func word() -> UInt64 {
    (0 ..< 8).reduce(0) { word, _ in word << 8 | UInt64(self.byte()) }
  }
}
