import ArgumentParser
import GRPCNIOTransportHTTP2
import InteractionChaos
import InteractionLoad

/// Options for TLS and access tokens.
struct AccessOptions: ParsableArguments {
  @Flag(help: "Use TLS; the engine's certificate is verified by the system's CAs or --tls-ca.")
  var tls = false

  @Option(
    help: ArgumentHelp(
      "CA certificates that verify the engine's certificate, PEM; implies --tls.",
      valueName: "file"))
  var tlsCa: String?

  @Option(
    help: ArgumentHelp(
      "Client certificate chain (mutual TLS), PEM; needs --tls-key, implies --tls.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("Private key of --tls-certificate, PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "Host name that the engine's certificate must have; the host of --address by default.",
      valueName: "name"))
  var tlsServerName: String?

  @Option(
    help: ArgumentHelp(
      "File with an access token per line, used by sessions in turn; reloaded as tokens expire.",
      valueName: "file"))
  var tokenFile: String?

  func validate() throws {
    guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key must be used together")
    }
    guard self.tlsServerName == nil || self.isEncrypted else {
      throw ValidationError("--tls-server-name needs --tls")
    }
    // Validates the files before the command starts.
    _ = try self.security
    _ = try self.tokens
  }

  var isEncrypted: Bool {
    self.tls || self.tlsCa != nil || self.tlsCertificate != nil
  }

  /// The TLS configuration of a load's connections.
  var security: LoadTLS? {
    get throws {
      guard self.isEncrypted else { return nil }
      return try self.checked {
        try LoadTLS(
          authority: self.tlsCa, certificate: self.tlsCertificate, key: self.tlsKey,
          serverName: self.tlsServerName)
      }
    }
  }

  var tokens: AccessTokenFile? {
    get throws { try self.checked { try self.tokenFile.map { try AccessTokenFile($0) } } }
  }

  /// The access of the client's connections.
  var clientAccess: ClientAccess {
    get throws {
      var access = ClientAccess()
      if self.isEncrypted {
        var tls = HTTP2ClientTransport.Posix.TransportSecurity.TLS.defaults
        if let file = self.tlsCa {
          tls.trustRoots = .certificates([.file(path: file, format: .pem)])
        }
        if let certificate = self.tlsCertificate, let key = self.tlsKey {
          tls.certificateChain = [.file(path: certificate, format: .pem)]
          tls.privateKey = .file(path: key, format: .pem)
        }
        access.security = .tls(tls)
      }
      access.serverName = self.tlsServerName
      if let tokens = try self.tokens { access.token = { tokens.token(of: $0) } }
      return access
    }
  }

  private func checked<Value>(_ make: () throws -> Value) throws -> Value {
    do {
      return try make()
    } catch let error as LoadError {
      throw ValidationError("\(error)")
    }
  }
}
