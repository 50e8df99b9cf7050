import Foundation
import InteractionFiles
import NIOCore
import NIOSSL

/// The TLS configuration of connections to a server.
package struct LoadTLS: Sendable {
  private let context: NIOSSLContext
  /// The name that the server's certificate must have; nil for the host's.
  private let serverName: String?

  /// Reads PEM files of certificates and keys.
  ///
  /// - Parameters:
  ///   - authority: The CA certificates to trust; nil for the system's.
  ///   - certificate: The client certificate with its chain; nil for none.
  ///   - key: The private key of `certificate`; nil for none.
  ///   - serverName: The name that the server's certificate must have; nil for the host's.
  /// - Throws: ``LoadError`` that names the invalid file.
  package init(
    authority: String?, certificate: String?, key: String?, serverName: String?
  ) throws {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.applicationProtocols = ["h2"]
    self.serverName = serverName
    if let authority {
      configuration.trustRoots = .certificates(try Self.certificates(authority))
    }
    if let certificate, let key {
      configuration.certificateChain =
        try Self.certificates(certificate).map { .certificate($0) }
      configuration.privateKey = .privateKey(
        try Self.read(key, "private key") { try NIOSSLPrivateKey(bytes: $0, format: .pem) })
    }
    do {
      self.context = try NIOSSLContext(configuration: configuration)
    } catch {
      throw LoadError(
        .invalidArgument,
        "--tls-key is '\(key ?? "")'; it does not match --tls-certificate \(certificate ?? "")")
    }
  }

  private static func certificates(_ path: String) throws -> [NIOSSLCertificate] {
    try Self.read(path, "certificate") { bytes in
      let found = try NIOSSLCertificate.fromPEMBytes(bytes)
      guard !found.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
      return found
    }
  }

  private static func read<Value>(
    _ path: String, _ what: String, _ parse: ([UInt8]) throws -> Value
  ) throws -> Value {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw LoadError(.invalidArgument, "\(path) cannot be read: \(FileError(error))")
    }
    do {
      return try parse([UInt8](data))
    } catch {
      throw LoadError(.invalidArgument, "\(path) contains no \(what) in PEM")
    }
  }

  /// Returns the TLS handler of a connection to `host`.
  func handler(for host: String) throws -> NIOSSLClientHandler {
    let name = self.serverName ?? host
    // A certificate for an IP address is verified against the peer's address.
    let isAddress = (try? SocketAddress(ipAddress: name, port: 0)) != nil
    return try NIOSSLClientHandler(
      context: self.context, serverHostname: isAddress ? nil : name)
  }
}
