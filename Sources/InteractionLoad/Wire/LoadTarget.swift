package import InteractionChaos

/// Where a server listens, and how to reach it.
package struct LoadTarget: Sendable, CustomStringConvertible {
  package var host: String
  package var port: Int
  /// Nil for no encryption.
  package var security: LoadSecurity?
  /// What carries the sessions' streams.
  package var wire: Wire
  /// What the server is called, wherever a proxy listens for it.
  var name: String

  package init(host: String, port: Int, security: LoadSecurity? = nil, wire: Wire = .http2) {
    self.host = host
    self.port = port
    self.security = security
    self.wire = wire
    self.name = host
  }

  /// The same server, behind a proxy on this machine.
  func behind(proxyPort: Int) -> LoadTarget {
    var target = self
    (target.host, target.port) = ("127.0.0.1", proxyPort)
    return target
  }

  package var description: String { "\(self.host):\(self.port)" }
}
