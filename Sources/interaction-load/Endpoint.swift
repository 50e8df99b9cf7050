import ArgumentParser
import GRPCNIOTransportHTTP2
import InteractionClient

/// Where an engine listens.
struct Endpoint {
  typealias Client = InteractionClient<HTTP2ClientTransport.Posix>

  private let host: String
  private let port: Int

  /// Reads `host:port`; the host is an IPv4 address or a name.
  init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let port = Int(parts[1]), (1 ... 65535).contains(port) else {
      throw ValidationError("--address is '\(text)'; must be host:port such as 127.0.0.1:50051")
    }
    self.host = String(parts[0])
    self.port = port
  }

  /// Runs `body` with a connected client.
  func withClient(_ body: (Client) async throws -> Void) async throws {
    let transport = try HTTP2ClientTransport.Posix(
      target: .dns(host: self.host, port: self.port), transportSecurity: .plaintext)
    let client = Client(transport: transport)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await client.run() }
      defer { group.cancelAll() }
      try await body(client)
      client.shutDown()
    }
  }
}
