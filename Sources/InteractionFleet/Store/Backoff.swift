/// Exponential backoff between requests to a store, with jitter so that engines do not retry in
/// step.
package struct Backoff: Hashable, Sendable {
  package static let first = Duration.milliseconds(100)
  package static let longest = Duration.seconds(10)

  private var next = Backoff.first

  package init() {}

  /// Returns the next wait: 50% to 100% of the current backoff, 0.1 s to 10 s, which then doubles.
  ///
  /// - Parameter part: A random number, 0 to 1.
  package mutating func nextDelay(jitter part: Double) -> Duration {
    let wait = self.next * (0.5 + part / 2)
    self.next = min(self.next * 2, Self.longest)
    return wait
  }

  package mutating func reset() { self.next = Self.first }
}
