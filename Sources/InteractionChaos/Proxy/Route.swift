/// Where connections are forwarded to.
package struct ProxyTarget: Hashable, Sendable {
  /// A name or an address.
  package var host: String
  package var port: Int

  package init(host: String = "127.0.0.1", port: Int) {
    self.host = host
    self.port = port
  }
}

/// How a new connection finds its target. Those that are open stay where they are.
package enum Route: Hashable, Sendable {
  /// All go to one.
  case fixed(ProxyTarget)
  /// Connection k goes to target k modulo their number.
  case inTurn([ProxyTarget])
  /// Each goes to the first that takes it, in order.
  case firstReachable([ProxyTarget])

  /// What connection `index` tries, in order.
  func candidates(connection index: Int) -> [ProxyTarget] {
    switch self {
    case .fixed(let target): [target]
    case .inTurn(let targets): targets.isEmpty ? [] : [targets[index % targets.count]]
    case .firstReachable(let targets): targets
    }
  }
}

/// What becomes of new connections.
package enum NewConnections: String, Hashable, Sendable, CaseIterable {
  /// They are forwarded.
  case forward
  /// They are accepted, and then nothing is read, sent or connected.
  case hang
  /// They are accepted and reset.
  case reset
  /// They are refused, as if no server listened (`ECONNREFUSED`). The port stays the proxy's.
  case refuse
}

/// Which connections are meant.
package enum LinkSelection: Hashable, Sendable {
  /// All that are open now.
  case all
  /// One, by its number; the first that was accepted is 0.
  case connection(Int)
}
