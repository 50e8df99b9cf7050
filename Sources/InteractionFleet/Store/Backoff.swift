/// How long to wait before a store is asked again: longer each time, and never the same for all
/// engines, which would otherwise ask together.
package struct Backoff: Hashable, Sendable {
  package static let first = Duration.milliseconds(100)
  package static let longest = Duration.seconds(10)

  private var next = Backoff.first

  package init() {}

  /// - Parameter part: A random number, 0 to 1.
  package mutating func wait(jitteredBy part: Double) -> Duration {
    let wait = self.next * (0.5 + part / 2)
    self.next = min(self.next * 2, Self.longest)
    return wait
  }

  package mutating func reset() { self.next = Self.first }
}
