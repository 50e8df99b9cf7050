import Foundation
import InteractionFiles
import NIOCore
import NIOSSL

/// How connections to a server are kept safe.
package struct LoadSecurity: Sendable {
  private let context: NIOSSLContext
  /// Whose certificate the server has to show; nil for that of the host that is named.
  private let serverName: String?

  /// Reads certificates and keys from files, PEM.
  ///
  /// - Parameters:
  ///   - authority: Who signs servers' certificates; nil for those that the system trusts.
  ///   - certificate: Shown to the server, with those above it; nil for none.
  /// - Throws: ``LoadError`` that names the file that cannot be used.
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
        .usage, "\(key ?? "the private key") does not belong to \(certificate ?? "no certificate")")
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
      throw LoadError(.usage, "\(path) cannot be read: \(FileProblem(error))")
    }
    do {
      return try parse([UInt8](data))
    } catch {
      throw LoadError(.usage, "\(path) holds no \(what) in PEM")
    }
  }

  /// Encrypts a connection to `host`.
  func handler(for host: String) throws -> NIOSSLClientHandler {
    let name = self.serverName ?? host
    // Certificates of addresses are compared with the peer's address.
    let isAddress = (try? SocketAddress(ipAddress: name, port: 0)) != nil
    return try NIOSSLClientHandler(
      context: self.context, serverHostname: isAddress ? nil : name)
  }
}
