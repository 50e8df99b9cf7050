import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2

/// The address of an engine, or of the proxy in front of several.
struct EngineAddressOptions: ParsableArguments {
  @Option(help: "Address of the engine, or of the proxy in front of a fleet, as host:port.")
  var address = "127.0.0.1:50051"

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

  func validate() throws {
    guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key must be used together")
    }
    guard self.tlsCertificate == nil || self.tlsCa != nil else {
      throw ValidationError("--tls-certificate needs --tls-ca")
    }
    _ = try self.target
  }

  var target: any ResolvableTarget {
    get throws {
      let colon = self.address.lastIndex(of: ":") ?? self.address.endIndex
      let host = self.address[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      guard !host.isEmpty, let port = Int(self.address[colon...].dropFirst()),
        (1 ... 65535).contains(port)
      else {
        throw ValidationError(
          "--address is '\(self.address)'; must be host:port such as 127.0.0.1:50051")
      }
      if host.contains(":") { return .ipv6(address: host, port: port) }
      return Self.isIPv4(host) ? .ipv4(address: host, port: port) : .dns(host: host, port: port)
    }
  }

  /// Returns true if a host is an IPv4 address. Addresses need an address target: grpc-swift then
  /// sends no SNI, which cannot be an address, and verifies the certificate against the address.
  private static func isIPv4(_ host: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4)
    return inet_pton(AF_INET, host, &bytes) == 1
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
}
