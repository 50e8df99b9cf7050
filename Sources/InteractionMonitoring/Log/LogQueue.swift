/// The lines of a log that have not been written yet, bounded in bytes.
struct LogQueue: Hashable, Sendable {
  /// The most bytes that wait.
  static let capacity = 1 << 20

  private var bytes: [UInt8] = []
  /// Lines that found no room since the last one that did.
  private var dropped = 0
  /// True while a thread writes what was taken.
  private(set) var isWriting = false

  /// What became of a line.
  enum Admission: Hashable {
    /// It waits to be written.
    ///
    /// - Parameters:
    ///   - dropped: The number of lines that were dropped before it.
    ///   - starts: Whether a writer has to be started.
    case queued(dropped: Int, starts: Bool)
    /// The queue is full.
    case dropped
  }

  /// Adds a line, its end included.
  mutating func append(_ line: String) -> Admission {
    guard self.bytes.count + line.utf8.count <= Self.capacity else {
      self.dropped += 1
      return .dropped
    }
    self.bytes += line.utf8
    defer {
      self.dropped = 0
      self.isWriting = true
    }
    return .queued(dropped: self.dropped, starts: !self.isWriting)
  }

  /// Takes everything that waits; nil if nothing does, which ends the writer.
  mutating func take() -> [UInt8]? {
    guard !self.bytes.isEmpty else {
      self.isWriting = false
      return nil
    }
    defer { self.bytes = [] }
    return self.bytes
  }
}
