import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionClient
import InteractionCore

/// Shows a session's scene in a view from launch on.
@MainActor
func show(_ view: HomeView, over transport: some ClientTransport) async throws {
  let client = InteractionClient(transport: transport)
  let connections = Task { try await client.run() }
  let name = UUID().uuidString
  let screen = client.present(SessionConfiguration(sessionID: name, surface: .phone))
  view.onScroll = { screen.send(.scroll($0)) }
  view.onTap = { screen.send(.tapTab(index: $0)) }
  view.onLeave = { screen.session.finish() }
  let effects = Task { for await effect in screen.effects { view.carryOut(effect) } }
  for await _ in screen.changes {
    repeat { view.draw(screen.scene()) } while await view.isNextFrame(until: screen.nextChange)
  }
  await effects.value
  try await screen.waitForEnd()
  client.shutDown()
  try await connections.value
}

/// Returns a transport to the engine.
func transport(to host: String) throws -> HTTP2ClientTransport.Posix {
  try HTTP2ClientTransport.Posix(target: .dns(host: host, port: 443), transportSecurity: .tls)
}
