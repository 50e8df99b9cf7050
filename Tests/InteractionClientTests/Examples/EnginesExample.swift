import GRPCNIOTransportHTTP2
import InteractionClient
import InteractionCore

/// Returns a client that moves between two engines and refreshes its token.
func clientOfTwoEngines(
  newToken: @escaping @Sendable () async throws -> String
) -> InteractionClient {
  let hosts = ["engine-1.example.com", "engine-2.example.com"]
  return InteractionClient(
    endpoints: hosts.map { host in
      {
        try HTTP2ClientTransport.Posix(
          target: .dns(host: host, port: 443), transportSecurity: .tls)
      }
    },
    token: newToken)
}

/// Returns the configuration of a session that gives up after five minutes without a server.
func patientConfiguration(name: String) -> SessionConfiguration {
  var configuration = SessionConfiguration(sessionID: name, surface: .phone)
  configuration.reconnects = ReconnectPolicy(maximumBackoff: .seconds(10), timeout: .seconds(300))
  return configuration
}
