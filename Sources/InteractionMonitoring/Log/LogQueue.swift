/// A bounded queue of log lines that have not been written yet.
struct LogQueue: Hashable, Sendable {
  /// The maximum size, bytes.
  static let capacity = 1 << 20

  private var bytes: [UInt8] = []
  /// The number of lines dropped since the last one that was queued.
  private var dropped = 0
  /// True while a writer runs.
  private(set) var isWriting = false

  /// The result of adding a line.
  enum AppendResult: Hashable {
    /// The line was queued.
    ///
    /// - Parameters:
    ///   - dropped: The number of lines dropped before it.
    ///   - starts: True if the caller must start a writer.
    case queued(dropped: Int, starts: Bool)
    /// The queue is full.
    case dropped
  }

  /// Adds a line that ends with a line feed.
  mutating func append(_ line: String) -> AppendResult {
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

  /// Removes and returns all queued bytes. Nil if there are none, which ends the writer.
  mutating func take() -> [UInt8]? {
    guard !self.bytes.isEmpty else {
      self.isWriting = false
      return nil
    }
    defer { self.bytes = [] }
    return self.bytes
  }
}
