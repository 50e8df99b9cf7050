import Foundation
import InteractionClient

/// Returns a client over WebSockets.
func client(of engine: URL, token: @escaping @Sendable () async throws -> String)
  -> InteractionClient
{
  InteractionClient(webSockets: [engine], token: token)
}
