/// What happened to a connection, in the order in which it did.
package struct ChaosEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// A client connected.
    case accepted
    /// The target is connected, too.
    case opened(ProxyTarget)
    /// No target took it; the client is reset.
    case unreachable
    /// A peer ended its stream. The proxy passes that on to the other one unless it is held back.
    case heard(Cut, from: Side)
    /// The proxy cut it when so many bytes had been delivered to the peers' kernels.
    case cut(Cut, up: Int, down: Int)
    /// Both sockets are closed; so many bytes had been forwarded.
    case closed(up: Int, down: Int)
  }

  /// The connection's number, counted from 0 in the order of acceptance.
  package var connection: Int
  package var kind: Kind

  package init(connection: Int, kind: Kind) {
    self.connection = connection
    self.kind = kind
  }
}

/// Sums over a proxy's life.
package struct ChaosCounters: Hashable, Sendable {
  /// Connections that clients made.
  package var accepted = 0
  /// Those that reached a target.
  package var opened = 0
  /// Those that reached none.
  package var unreachable = 0
  /// Those whose sockets are closed.
  package var closed = 0
  /// Cuts that the proxy made, by RST and by FIN.
  package var resets = 0
  package var finishes = 0
  /// Bytes forwarded.
  package var bytesUp = 0
  package var bytesDown = 0
  /// Bytes dropped by ``Stall/swallowing``.
  package var swallowed = 0
  /// The most bytes that waited in one direction of one connection.
  package var peakQueued = 0

  /// Connections that are open now.
  package var open: Int { self.accepted - self.closed }
  /// Cuts of either kind.
  package var cuts: Int { self.resets + self.finishes }

  package init() {}

  mutating func count(_ kind: ChaosEvent.Kind) {
    switch kind {
    case .accepted: self.accepted += 1
    case .opened: self.opened += 1
    case .unreachable: self.unreachable += 1
    case .heard: break
    case .cut(.rst, _, _): self.resets += 1
    case .cut(.fin, _, _): self.finishes += 1
    case .closed: self.closed += 1
    }
  }
}
