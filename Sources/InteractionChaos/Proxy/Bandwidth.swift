/// The bandwidth limit of a direction: a token bucket's rate and depth.
package struct Bandwidth: Hashable, Sendable {
  /// The sustained rate, bytes per second.
  package var bytesPerSecond: Int
  /// The bucket's depth, bytes.
  package var burst: Int

  package init(bytesPerSecond: Int, burst: Int = 16 << 10) {
    self.bytesPerSecond = bytesPerSecond
    self.burst = burst
  }
}
