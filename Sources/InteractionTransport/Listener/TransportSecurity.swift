import Foundation
package import Logging
import NIOCertificateReloading
import NIOSSL

/// How connections are kept from being read and changed on their way.
package struct TransportSecurity: Sendable {
  /// What a server shows, and what it asks for.
  package struct Files: Hashable, Sendable {
    /// The server's certificate and those above it, PEM.
    package var certificate: String
    /// Its private key, PEM.
    package var key: String
    /// Who signs the certificates that clients have to show, PEM; nil if they need none.
    package var clientAuthority: String?

    package init(certificate: String, key: String, clientAuthority: String? = nil) {
      self.certificate = certificate
      self.key = key
      self.clientAuthority = clientAuthority
    }
  }

  /// Why connections cannot be kept safe.
  package struct LoadError: Error, CustomStringConvertible {
    package let description: String
  }

  /// For listeners over HTTP/2, and over HTTP/1.1; nil if they encrypt nothing.
  let http2: NIOSSLContext?
  let web: NIOSSLContext?
  private let certificate: WatchedCertificate?

  /// Not at all: for the loopback interface.
  package static let plaintext = TransportSecurity(
    http2: nil, web: nil, certificate: nil)

  private init(
    http2: NIOSSLContext?, web: NIOSSLContext?, certificate: WatchedCertificate?
  ) {
    self.http2 = http2
    self.web = web
    self.certificate = certificate
  }

  /// By TLS; by mutual TLS where an authority for clients is named. Certificate and key are read
  /// again when they change, for connections that come after.
  ///
  /// - Throws: If a file cannot be used, or the key is not the certificate's.
  package init(_ files: Files, logger: Logger) throws(LoadError) {
    do {
      let certificate = try WatchedCertificate(files, logger: logger)
      var configuration = try TLSConfiguration.makeServerConfiguration(
        certificateReloader: certificate.reloader)
      if let authority = files.clientAuthority {
        // Read now, so that a mistake shows at the start and not at the first connection.
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
      throw LoadError(
        description: "cannot use \(files.certificate) with \(files.key)"
          + (files.clientAuthority.map { " and \($0)" } ?? "") + ": \(firstLine(of: error))")
    }
  }

  /// Keeps the certificate current until the task is cancelled.
  func run() async {
    await self.certificate?.watch()
  }
}
