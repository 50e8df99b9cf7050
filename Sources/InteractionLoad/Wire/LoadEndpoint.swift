package import InteractionChaos

/// The address of a server, and the transport to reach it.
package struct LoadEndpoint: Sendable, CustomStringConvertible {
  package var host: String
  package var port: Int
  /// The TLS configuration; nil for plaintext.
  package var security: LoadTLS?
  /// The transport of the sessions' streams.
  package var wire: SessionTransport
  /// The server's host name for TLS, unaffected by a proxy in between.
  var name: String

  package init(host: String, port: Int, security: LoadTLS? = nil, wire: SessionTransport = .http2) {
    self.host = host
    self.port = port
    self.security = security
    self.wire = wire
    self.name = host
  }

  /// Returns the same server behind a proxy on this machine.
  func proxied(port: Int) -> LoadEndpoint {
    var target = self
    (target.host, target.port) = ("127.0.0.1", port)
    return target
  }

  package var description: String { "\(self.host):\(self.port)" }
}
