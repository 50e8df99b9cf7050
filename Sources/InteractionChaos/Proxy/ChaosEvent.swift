/// An event of a connection; events are in the order in which they occurred.
package struct ChaosEvent: Hashable, Sendable {
  /// The type of event.
  package enum EventType: Hashable, Sendable {
    /// A client connected.
    case accepted
    /// The target is connected, too.
    case opened(ProxyTarget)
    /// No target could be connected; the client is reset.
    case unreachable
    /// A peer ended its stream. The proxy forwards that to the other peer unless it is stalled.
    case received(ConnectionEnd, from: ProxyPeer)
    /// The proxy cut the connection after these bytes had been delivered to the peers' kernels
    /// (RST) or sent to them (FIN).
    case cut(ConnectionEnd, up: Int, down: Int)
    /// Both sockets are closed, after these bytes had been forwarded.
    case closed(up: Int, down: Int)
  }

  /// The connection's number, counted from 0 in the order of acceptance.
  package var connection: Int
  package var kind: EventType

  package init(connection: Int, kind: EventType) {
    self.connection = connection
    self.kind = kind
  }
}

/// The counters of a proxy.
package struct ChaosCounters: Hashable, Sendable {
  /// Connections that clients made.
  package var accepted = 0
  /// Connections that reached a target.
  package var opened = 0
  /// Connections for which no target was reachable.
  package var unreachable = 0
  /// Connections whose sockets are closed.
  package var closed = 0
  /// Cuts that the proxy made by RST.
  package var resets = 0
  /// Cuts that the proxy made by FIN.
  package var finishes = 0
  /// Bytes forwarded to the target.
  package var bytesUp = 0
  /// Bytes forwarded to the client.
  package var bytesDown = 0
  /// Bytes dropped by ``Stall/dropping``.
  package var swallowed = 0
  /// The most bytes queued in one direction of one connection.
  package var peakQueued = 0

  /// Connections that are open now.
  package var open: Int { self.accepted - self.closed }
  /// Cuts by RST and FIN.
  package var cuts: Int { self.resets + self.finishes }

  package init() {}

  mutating func count(_ kind: ChaosEvent.EventType) {
    switch kind {
    case .accepted: self.accepted += 1
    case .opened: self.opened += 1
    case .unreachable: self.unreachable += 1
    case .received: break
    case .cut(.rst, _, _): self.resets += 1
    case .cut(.fin, _, _): self.finishes += 1
    case .closed: self.closed += 1
    }
  }
}
