/// The refresh of a list, which a pull or a tap has begun (rule F13).
package struct PullRefresh: Hashable, Sendable {
  /// Longest refresh of a list without a floor.
  package static let timeout = TimeSpan.seconds(10)

  /// When a running refresh counts as done; nil while none runs.
  package var until: Instant?

  package init(until: Instant? = nil) {
    self.until = until
  }

  /// Whether a refresh runs.
  package var isRunning: Bool { self.until != nil }

  /// Begins, until `time` at the latest. Returns false if a refresh runs already.
  package mutating func begin(until time: Instant) -> Bool {
    guard self.until == nil else { return false }
    self.until = time
    return true
  }

  /// The data are there, or have taken too long. Returns whether a refresh was running.
  package mutating func finish() -> Bool {
    defer { self.until = nil }
    return self.until != nil
  }
}
