import ArgumentParser
import Foundation
import GRPCNIOTransportHTTP2

/// The target of an address as host:port.
enum EngineTarget {
  /// - Throws: `ValidationError` for an invalid address.
  static func of(_ address: String) throws -> any ResolvableTarget {
    let colon = address.lastIndex(of: ":") ?? address.endIndex
    let host = address[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    guard !host.isEmpty, let port = Int(address[colon...].dropFirst()),
      (1 ... 65535).contains(port)
    else {
      throw ValidationError(
        "--address is '\(address)'; must be host:port such as 127.0.0.1:50051")
    }
    if host.contains(":") { return .ipv6(address: host, port: port) }
    return Self.isIPv4(host) ? .ipv4(address: host, port: port) : .dns(host: host, port: port)
  }

  /// Returns true if a host is an IPv4 address. Addresses need an address target: grpc-swift then
  /// sends no SNI, which cannot be an address, and verifies the certificate against the address.
  private static func isIPv4(_ host: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4)
    return inet_pton(AF_INET, host, &bytes) == 1
  }
}
