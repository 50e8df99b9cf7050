/// How a TCP connection ends for those who are on it.
package enum Cut: String, Hashable, Sendable, CaseIterable {
  /// A reset: reads fail with `ECONNRESET` once what had arrived is read.
  case rst
  /// An orderly end of stream.
  case fin
}

/// Where a connection is cut: exactly so many bytes are delivered, and nothing after them.
package struct CutPoint: Hashable, Sendable {
  /// The direction whose bytes count.
  package var direction: Direction
  /// Bytes that are still delivered in that direction; both directions end then.
  package var bytes: Int
  /// How both peers hear of it.
  package var how: Cut

  package init(after bytes: Int, _ direction: Direction, _ how: Cut) {
    self.direction = direction
    self.bytes = max(0, bytes)
    self.how = how
  }
}
