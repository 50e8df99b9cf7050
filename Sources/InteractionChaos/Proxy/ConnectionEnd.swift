/// The end of a TCP connection, as its peers observe it.
package enum ConnectionEnd: String, Hashable, Sendable, CaseIterable {
  /// RST: reads fail with `ECONNRESET` once the received bytes are read.
  case rst
  /// FIN: an orderly end of the stream.
  case fin
}

/// The point at which a connection is cut: exactly these bytes are delivered, and none after them.
package struct CutPoint: Hashable, Sendable {
  /// The direction whose bytes count.
  package var direction: ProxyFlow
  /// The bytes that are delivered in that direction before both directions end.
  package var bytes: Int
  /// The type of cut, the same for both peers.
  package var end: ConnectionEnd

  package init(after bytes: Int, _ direction: ProxyFlow, _ how: ConnectionEnd) {
    self.direction = direction
    self.bytes = max(0, bytes)
    self.end = how
  }
}
