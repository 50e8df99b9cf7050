import GRPCNIOTransportHTTP2
import InteractionClient
import InteractionCore

/// Returns a client that moves between two engines and refreshes its token.
func clientOfTwoEngines(
  newToken: @escaping @Sendable () async throws -> String
) -> InteractionClient<HTTP2ClientTransport.Posix> {
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

/// Opens a session that gives up after five minutes without a server, and prints its states.
func printStates(with client: InteractionClient<HTTP2ClientTransport.Posix>) async {
  var configuration = SessionConfiguration(sessionID: "device-1", environment: .phone)
  configuration.reconnects = ReconnectPolicy(cap: .seconds(10), patience: .seconds(300))
  let session = client.open(configuration)
  for await state in session.connectionStates {
    switch state {
    case .reconnecting(let attempt, let delay, let error):
      print("attempt \(attempt) in \(delay): \(error)")
    case .restarted(let reason):
      print("restarted: \(reason.rawValue)")
    case .connecting, .open, .resumed, .draining, .offline, .paused, .closed:
      print(state)
    }
  }
}
