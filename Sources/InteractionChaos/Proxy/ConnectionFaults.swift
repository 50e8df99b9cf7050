/// What is done to a connection from its start.
package struct ConnectionFaults: Hashable, Sendable {
  /// What is done to one direction.
  package struct ByteLane: Hashable, Sendable {
    /// How long bytes are kept.
    package var latency: Latency?
    /// How many go per second.
    package var bandwidth: Bandwidth?
    /// Whether nothing goes at all, until the connection is told to resume.
    package var stall: Stall?

    package init(latency: Latency? = nil, bandwidth: Bandwidth? = nil, stall: Stall? = nil) {
      self.latency = latency
      self.bandwidth = bandwidth
      self.stall = stall
    }
  }

  /// Nothing: bytes pass as they come.
  package static let none = ConnectionFaults()

  /// Where it is cut.
  package var cut: CutPoint?
  /// What happens to bytes from the client to the target.
  package var up: ByteLane
  /// What happens to bytes from the target to the client.
  package var down: ByteLane

  package init(cut: CutPoint? = nil, up: ByteLane = ByteLane(), down: ByteLane = ByteLane()) {
    self.cut = cut
    self.up = up
    self.down = down
  }

  /// The same in both directions.
  package init(cut: CutPoint? = nil, both lane: ByteLane) {
    self.init(cut: cut, up: lane, down: lane)
  }

  /// What happens in `direction`.
  package subscript(direction: Direction) -> ByteLane {
    direction == .up ? self.up : self.down
  }
}
