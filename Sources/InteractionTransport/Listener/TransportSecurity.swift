import Foundation
package import Logging
import NIOCertificateReloading
import NIOSSL

/// The TLS configuration of the listeners.
package struct TransportSecurity: Sendable {
  /// The certificate files of a server, in PEM format.
  package struct Files: Hashable, Sendable {
    /// The path of the server's certificate chain.
    package var certificate: String
    /// The path of the server's private key.
    package var key: String
    /// The path of the certificate authority for client certificates (mutual TLS); nil if clients
    /// need none.
    package var clientAuthority: String?

    package init(certificate: String, key: String, clientAuthority: String? = nil) {
      self.certificate = certificate
      self.key = key
      self.clientAuthority = clientAuthority
    }
  }

  /// An error in the certificate files.
  package struct LoadError: Error, CustomStringConvertible {
    package let description: String
  }

  /// The TLS contexts for listeners over HTTP/2 and over HTTP/1.1; nil for plaintext.
  let http2: NIOSSLContext?
  let web: NIOSSLContext?
  private let certificate: ReloadingCertificate?

  /// No TLS: for the loopback interface.
  package static let plaintext = TransportSecurity(
    http2: nil, web: nil, certificate: nil)

  private init(
    http2: NIOSSLContext?, web: NIOSSLContext?, certificate: ReloadingCertificate?
  ) {
    self.http2 = http2
    self.web = web
    self.certificate = certificate
  }

  /// Loads the files for TLS, or for mutual TLS if ``Files/clientAuthority`` is set. Certificate
  /// and key are reloaded when they change, for new connections.
  ///
  /// - Throws: ``LoadError`` if a file is unusable, or the key does not match the certificate.
  package init(_ files: Files, logger: Logger) throws(LoadError) {
    do {
      let certificate = try ReloadingCertificate(files, logger: logger)
      var configuration = try TLSConfiguration.makeServerConfiguration(
        certificateReloader: certificate.reloader)
      if let authority = files.clientAuthority {
        // Parsed here, so that an error shows at the start and not at the first connection.
        _ = try NIOSSLCertificate.fromPEMFile(authority)
        configuration = try .makeServerConfigurationWithMTLS(
          certificateReloader: certificate.reloader, trustRoots: .file(authority))
      }
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["grpc-exp", "h2"]
      self.http2 = try NIOSSLContext(configuration: configuration)
      configuration.applicationProtocols = ["http/1.1"]
      self.web = try NIOSSLContext(configuration: configuration)
      self.certificate = certificate
    } catch {
      let authority = files.clientAuthority.map { " and --tls-client-ca \($0)" } ?? ""
      throw LoadError(
        description: "cannot load --tls-certificate \(files.certificate) and --tls-key"
          + " \(files.key)\(authority): \(firstLine(of: error))")
    }
  }

  /// Reloads the certificate when it changes, until the task is cancelled.
  func run() async {
    await self.certificate?.watch()
  }
}
