/// Where an etcd is, and how it is spoken to.
package struct EtcdOptions: Hashable, Sendable {
  /// One of its members.
  package struct Address: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: Int

    /// Reads `host:port`, or `[address]:port` for an address of IPv6; nil for anything else.
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

  /// How its connections are secured.
  package enum Security: Hashable, Sendable {
    case plaintext
    /// Encrypted.
    case tls(TLS)
  }

  package struct TLS: Hashable, Sendable {
    /// File of those who sign the store's certificates, PEM; nil for the system's.
    package var authorities: String?
    /// What is shown to the store; nil for nothing.
    package var identity: Identity?

    package init(authorities: String?, identity: Identity?) {
      self.authorities = authorities
      self.identity = identity
    }
  }

  /// Files of a certificate and its private key, PEM.
  package struct Identity: Hashable, Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// A user of the store.
  package struct User: Hashable, Sendable {
    package var name: String
    package var password: String

    package init(name: String, password: String) {
      self.name = name
      self.password = password
    }
  }

  /// At least one.
  package var addresses: [Address]
  package var security = Security.plaintext
  package var user: User?
  /// What all keys begin with.
  package var prefix = "/interaction/"

  package init(addresses: [Address]) { self.addresses = addresses }
}
