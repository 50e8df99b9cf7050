/// The address of a target.
package struct ProxyTarget: Hashable, Sendable {
  /// A host name or an IP address.
  package var host: String
  package var port: Int

  package init(host: String = "127.0.0.1", port: Int) {
    self.host = host
    self.port = port
  }
}

/// The choice of a target for new connections; open ones keep theirs.
package enum ProxyRoute: Hashable, Sendable {
  /// All connections go to one target.
  case fixed(ProxyTarget)
  /// Round-robin: connection k goes to target k modulo the number of targets.
  case inTurn([ProxyTarget])
  /// Each connection goes to the first reachable target, in order.
  case firstReachable([ProxyTarget])

  /// Returns the targets that a connection tries, in order.
  func candidates(connection index: Int) -> [ProxyTarget] {
    switch self {
    case .fixed(let target): [target]
    case .inTurn(let targets): targets.isEmpty ? [] : [targets[index % targets.count]]
    case .firstReachable(let targets): targets
    }
  }
}

/// The treatment of new connections.
package enum AcceptPolicy: String, Hashable, Sendable, CaseIterable {
  /// They are forwarded.
  case forward
  /// They are accepted, and then nothing is read, sent or connected.
  case hang
  /// They are accepted and reset.
  case reset
  /// They are refused with `ECONNREFUSED`, as if no server listened. The proxy keeps the port.
  case refuse
}

/// A selection of connections.
package enum ConnectionSelection: Hashable, Sendable {
  /// All open connections.
  case all
  /// One connection by its number, counted from 0.
  case connection(Int)
}
