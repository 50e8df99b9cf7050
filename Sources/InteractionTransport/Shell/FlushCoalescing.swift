/// Coalesces flushes: immediate outside of a read, otherwise once at its end.
struct FlushCoalescing: Hashable {
  private(set) var isReading = false
  private var hasWritten = false

  mutating func readBegan() {
    self.isReading = true
  }

  mutating func readEnded() {
    self.isReading = false
  }

  /// Records an unflushed write.
  mutating func wrote() {
    self.hasWritten = true
  }

  /// Returns whether there are unflushed writes, and clears that.
  mutating func flush() -> Bool {
    defer { self.hasWritten = false }
    return self.hasWritten
  }
}
