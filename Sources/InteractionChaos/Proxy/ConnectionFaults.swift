/// The faults of a connection from its start.
package struct ConnectionFaults: Hashable, Sendable {
  /// The faults of one direction.
  package struct DirectionFaults: Hashable, Sendable {
    /// The delay of bytes; nil for none.
    package var latency: Latency?
    /// The bandwidth limit; nil for none.
    package var bandwidth: Bandwidth?
    /// The stall until the connection is resumed; nil for none.
    package var stall: Stall?

    package init(latency: Latency? = nil, bandwidth: Bandwidth? = nil, stall: Stall? = nil) {
      self.latency = latency
      self.bandwidth = bandwidth
      self.stall = stall
    }
  }

  /// No faults: bytes are forwarded as they arrive.
  package static let none = ConnectionFaults()

  /// The cut point; nil for none.
  package var cut: CutPoint?
  /// The faults from the client to the target.
  package var up: DirectionFaults
  /// The faults from the target to the client.
  package var down: DirectionFaults

  package init(
    cut: CutPoint? = nil, up: DirectionFaults = DirectionFaults(),
    down: DirectionFaults = DirectionFaults()
  ) {
    self.cut = cut
    self.up = up
    self.down = down
  }

  /// Creates faults that are the same in both directions.
  package init(cut: CutPoint? = nil, both lane: DirectionFaults) {
    self.init(cut: cut, up: lane, down: lane)
  }

  /// The faults of a direction.
  package subscript(direction: ProxyFlow) -> DirectionFaults {
    direction == .up ? self.up : self.down
  }
}
