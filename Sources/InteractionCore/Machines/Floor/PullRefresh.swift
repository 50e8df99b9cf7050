/// The refresh of a list after a pull or a tap (rule F13).
package struct PullRefresh: Hashable, Sendable {
  /// The timeout of a refresh of a list without a floor.
  package static let timeout = TimeSpan.seconds(10)

  /// The time at which a running refresh times out; nil if none runs.
  package var deadline: Instant?

  package init(deadline: Instant? = nil) {
    self.deadline = deadline
  }

  /// True while a refresh runs.
  package var isRunning: Bool { self.deadline != nil }

  /// Begins a refresh that times out at `time`. Returns false if a refresh already runs.
  package mutating func begin(until time: Instant) -> Bool {
    guard self.deadline == nil else { return false }
    self.deadline = time
    return true
  }

  /// Ends the refresh: the client reports its end, or it has timed out. Returns whether one was
  /// running.
  package mutating func finish() -> Bool {
    defer { self.deadline = nil }
    return self.deadline != nil
  }
}
