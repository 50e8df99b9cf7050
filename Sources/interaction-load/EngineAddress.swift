import ArgumentParser
import Foundation
import GRPCNIOTransportHTTP2
import InteractionChaos
import InteractionClient

/// The address of an engine.
struct EngineAddress {
  let host: String
  let port: Int

  /// Parses `host:port`; the host is a name, an IPv4 address, or an IPv6 address in brackets.
  init(_ text: String) throws {
    let colon = text.lastIndex(of: ":") ?? text.endIndex
    let host = text[..<colon]
    guard !host.isEmpty, let port = Int(text[colon...].dropFirst()), (1 ... 65535).contains(port)
    else {
      throw ValidationError("--address is '\(text)'; must be host:port such as 127.0.0.1:50051")
    }
    self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    self.port = port
  }

  private var target: any ResolvableTarget {
    if self.host.contains(":") { return .ipv6(address: self.host, port: self.port) }
    // As a DNS target, so that TLS can send the server's name (SNI), which must not be an address.
    var bytes = [UInt8](repeating: 0, count: 4)
    return inet_pton(AF_INET, self.host, &bytes) == 1
      ? .ipv4(address: self.host, port: self.port) : .dns(host: self.host, port: self.port)
  }

  /// Runs `body` with a connected client.
  func withClient(
    _ access: ClientAccess, _ body: (InteractionClient) async throws -> Void
  ) async throws {
    let client = InteractionClient(
      transport: try access.transport(to: self.target), token: access.provider(of: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await client.run() }
      defer { group.cancelAll() }
      try await body(client)
      client.shutDown()
    }
  }
}
