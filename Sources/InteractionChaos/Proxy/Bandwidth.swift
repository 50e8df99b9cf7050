/// What a direction may carry: a token bucket's rate and depth.
package struct Bandwidth: Hashable, Sendable {
  /// Bytes per second that may go on for ever.
  package var bytesPerSecond: Int
  /// Bytes that may go at once after a pause.
  package var burst: Int

  package init(bytesPerSecond: Int, burst: Int = 16 << 10) {
    self.bytesPerSecond = bytesPerSecond
    self.burst = burst
  }
}
