import GRPCCore
import GRPCNIOTransportHTTP2
import GRPCProtobuf
import InteractionFleet
import InteractionService
import InteractionWire
import SwiftProtobuf

/// A call that sets the kill switch of one engine.
struct KillSwitchCall: Sendable {
  let experience: String
  /// The names; nil for all but the first.
  let variants: [String]?
  let isKilled: Bool
  let move: SessionMoveRecord?
  let token: String?
  let timeout: Duration
  let security: HTTP2ClientTransport.Posix.TransportSecurity

  /// Returns the outcome in words.
  func send(to address: String) async -> (text: String, isDone: Bool) {
    do {
      return try await withGRPCClient(
        transport: .http2NIOPosix(
          target: EngineTarget.of(address), transportSecurity: self.security)
      ) { client in
        let answer = try await self.call(client)
        let off = answer.killedVariants
        return (off.isEmpty ? "no variant is off" : "off: \(off.joined(separator: ", "))", true)
      }
    } catch let error as RPCError {
      return (error.message, false)
    } catch {
      return ("\(error)", false)
    }
  }

  private func call(
    _ client: GRPCClient<some ClientTransport>
  ) async throws -> Interaction_Inspector_V1_SetKillSwitchResponse {
    typealias Method = Interaction_Inspector_V1_InspectorService.Method.SetKillSwitch
    var metadata = Metadata()
    if let token { metadata.addString("Bearer \(token)", forKey: "authorization") }
    var options = CallOptions.defaults
    options.timeout = self.timeout
    let request = Method.Input.with {
      $0.experience = self.experience
      $0.variants = self.variants ?? []
      $0.allVariants = self.variants == nil
      $0.state = self.isKilled ? .killed : .lifted
      if let move {
        $0.moveSharePerSecond = move.sharePerSecond
        $0.allowNewAssets = move.allowsNewAssets
      }
    }
    return try await client.unary(
      request: ClientRequest(message: request, metadata: metadata),
      descriptor: Method.descriptor, serializer: ProtobufSerializer<Method.Input>(),
      deserializer: ProtobufDeserializer<Method.Output>(), options: options
    ) { try $0.message }
  }
}
