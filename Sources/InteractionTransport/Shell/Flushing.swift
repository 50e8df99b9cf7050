/// When what is written is flushed: at once, or with all else at the end of what is being read.
struct Flushing: Hashable {
  private(set) var isReading = false
  private var hasWritten = false

  mutating func readBegan() {
    self.isReading = true
  }

  mutating func readEnded() {
    self.isReading = false
  }

  /// Something has been written that is not flushed.
  mutating func wrote() {
    self.hasWritten = true
  }

  /// Whether there is something to flush, which is flushed then.
  mutating func flush() -> Bool {
    defer { self.hasWritten = false }
    return self.hasWritten
  }
}
