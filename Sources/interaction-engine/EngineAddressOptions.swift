import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2

/// The address of an engine, or of the proxy in front of several, and the access to it.
struct EngineAddressOptions: ParsableArguments {
  @Option(help: "Address of the engine, or of the proxy in front of a fleet, as host:port.")
  var address = "127.0.0.1:50051"

  @OptionGroup
  var access: EngineAccessOptions

  func validate() throws { _ = try self.target }

  var target: any ResolvableTarget { get throws { try EngineTarget.of(self.address) } }

  var security: HTTP2ClientTransport.Posix.TransportSecurity { self.access.security }

  /// The content of the token file; nil without one.
  var token: String? { get throws { try self.access.token } }
}

/// The credentials for engines.
struct EngineAccessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "CA certificates that verify the server's certificate, PEM; enables TLS.", valueName: "file"))
  var tlsCa: String?

  @Option(
    help: ArgumentHelp(
      "Client certificate chain (mutual TLS), PEM; needs --tls-ca and --tls-key.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("Private key of --tls-certificate, PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "File with an access token of the role that the call requires.", valueName: "file"))
  var tokenFile: String?

  func validate() throws {
    guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key must be used together")
    }
    guard self.tlsCertificate == nil || self.tlsCa != nil else {
      throw ValidationError("--tls-certificate needs --tls-ca")
    }
  }

  var security: HTTP2ClientTransport.Posix.TransportSecurity {
    guard let ca = self.tlsCa else { return .plaintext }
    return .tls { tls in
      tls.trustRoots = .certificates([.file(path: ca, format: .pem)])
      guard let certificate = self.tlsCertificate, let key = self.tlsKey else { return }
      tls.certificateChain = [.file(path: certificate, format: .pem)]
      tls.privateKey = .file(path: key, format: .pem)
    }
  }

  /// The content of the token file; nil without one.
  ///
  /// - Throws: ``UserFacingError`` if the file cannot be read.
  var token: String? {
    get throws {
      guard let tokenFile else { return nil }
      do {
        return try String(contentsOf: URL(fileURLWithPath: tokenFile), encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      } catch {
        throw UserFacingError(
          "--token-file is '\(tokenFile)'; cannot read it: \(error.localizedDescription)")
      }
    }
  }
}
