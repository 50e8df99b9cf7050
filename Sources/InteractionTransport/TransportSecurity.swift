import Foundation
import GRPCNIOTransportHTTP2
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

  let transport: HTTP2ServerTransport.Posix.TransportSecurity
  private let reloader: TimedCertificateReloader?

  /// Not at all: for the loopback interface.
  package static let plaintext = TransportSecurity(transport: .plaintext, reloader: nil)

  private init(
    transport: HTTP2ServerTransport.Posix.TransportSecurity, reloader: TimedCertificateReloader?
  ) {
    self.transport = transport
    self.reloader = reloader
  }

  /// By TLS; by mutual TLS where an authority for clients is named. Certificate and key are read
  /// again every few seconds, for connections that come after.
  ///
  /// - Throws: If a file cannot be used, or the key is not the certificate's.
  package init(_ files: Files, logger: Logger) throws(LoadError) {
    do {
      let reloader = try TimedCertificateReloader.makeReloaderValidatingSources(
        refreshInterval: .seconds(2),
        certificateSource: .init(location: .file(path: files.certificate), format: .pem),
        privateKeySource: .init(location: .file(path: files.key), format: .pem),
        logger: logger)
      if let authority = files.clientAuthority {
        // Read now, so that a mistake shows at the start and not at the first connection.
        _ = try NIOSSLCertificate.fromPEMFile(authority)
        self.transport = try .mTLS(certificateReloader: reloader) { config in
          config.trustRoots = .certificates([.file(path: authority, format: .pem)])
          config.requireALPN = true
        }
      } else {
        self.transport = try .tls(certificateReloader: reloader) { $0.requireALPN = true }
      }
      self.reloader = reloader
    } catch {
      throw LoadError(
        description: "cannot use \(files.certificate) with \(files.key)"
          + (files.clientAuthority.map { " and \($0)" } ?? "") + ": \(Self.firstLine(of: error))")
    }
  }

  private static func firstLine(of error: any Error) -> String {
    "\(error)".split(separator: "\n").first.map(String.init) ?? "no reason is known"
  }

  /// Keeps the certificate current until the task is cancelled.
  func run() async throws {
    try await self.reloader?.run()
  }
}
