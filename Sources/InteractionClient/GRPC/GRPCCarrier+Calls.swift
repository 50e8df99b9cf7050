import GRPCCore
import InteractionCore
import InteractionWire
import SwiftProtobuf

@available(InteractionEngine 1.0, *)
extension GRPCCarrier {
  /// Carries a session with `OpenSession`, `SendEvents` and `Subscribe`.
  static func makeCalls(
    _ open: Interaction_V1_Open, of stream: EngineStream,
    _ stub: Interaction_V1_InteractionService.Client<some ClientTransport>,
    _ metadata: Metadata, _ options: CallOptions
  ) async throws {
    let opened = try await stub.openSession(
      .with { $0.open = open }, metadata: metadata, options: options)
    stream.receive(opened.frame)
    let (id, key) = (open.sessionID, opened.sessionKey)
    // Events are sent once `Subscribe` is established: otherwise the directives of a short session
    // would be lost.
    let (listening, listens) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let request = Interaction_V1_SubscribeRequest.with {
          $0.sessionID = id
          $0.sessionKey = key
        }
        defer { listens.finish() }
        try await stub.subscribe(request, metadata: metadata, options: options) { response in
          listens.finish()
          for try await message in response.messages { stream.receive(message.frame) }
        }
      }
      group.addTask {
        for await _ in listening {}
        try await stream.writeFrames { frame in
          _ = try await stub.sendEvents(
            Interaction_V1_SendEventsRequest(frame, of: id, key: key), metadata: metadata,
            options: options)
        }
        let end = Interaction_V1_SendEventsRequest.with {
          $0.sessionID = id
          $0.sessionKey = key
          $0.end = true
        }
        _ = try await stub.sendEvents(end, metadata: metadata, options: options)
      }
      defer { group.cancelAll() }
      try await group.waitForAll()
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Interaction_V1_SendEventsRequest {
  fileprivate init(_ frame: Proto.Request, of id: String, key: String) {
    self = .with {
      $0.sessionID = id
      $0.sessionKey = key
      switch frame.frame {
      case .events(let events): $0.events = events
      case .ack(let ack): $0.ack = ack
      case .heartbeat(let heartbeat): $0.heartbeat = heartbeat
      case .authRefresh(let refresh): $0.authRefresh = refresh
      case .open, .none: break
      }
    }
  }
}
