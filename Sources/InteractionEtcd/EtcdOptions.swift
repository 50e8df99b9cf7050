/// The configuration of an etcd client.
package struct EtcdOptions: Hashable, Sendable {
  /// The address of an etcd member.
  package struct Address: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: Int

    /// Parses `host:port`, or `[address]:port` for an IPv6 address; nil for anything else.
    package init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":"),
        let port = Int(text[text.index(after: colon)...]), (1 ... 65_535).contains(port)
      else { return nil }
      var host = text[..<colon]
      if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
      guard !host.isEmpty, !host.contains("/") else { return nil }
      self.host = String(host)
      self.port = port
    }

    package var description: String {
      self.host.contains(":") ? "[\(self.host)]:\(self.port)" : "\(self.host):\(self.port)"
    }
  }

  /// The transport security of the connections.
  package enum Security: Hashable, Sendable {
    case plaintext
    /// TLS, with a client certificate if there is an identity.
    case tls(TLS)
  }

  package struct TLS: Hashable, Sendable {
    /// The path of the CA certificates to trust, PEM; nil for the system's.
    package var caFile: String?
    /// The client certificate; nil for none.
    package var identity: Identity?

    package init(caFile: String?, identity: Identity?) {
      self.caFile = caFile
      self.identity = identity
    }
  }

  /// The paths of a certificate and its private key, PEM.
  package struct Identity: Hashable, Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// An etcd user.
  package struct User: Hashable, Sendable {
    package var name: String
    package var password: String

    package init(name: String, password: String) {
      self.name = name
      self.password = password
    }
  }

  /// The addresses of the members; at least one.
  package var addresses: [Address]
  package var security = Security.plaintext
  package var user: User?
  /// The prefix of all keys.
  package var prefix = "/interaction/"

  package init(addresses: [Address]) { self.addresses = addresses }
}
