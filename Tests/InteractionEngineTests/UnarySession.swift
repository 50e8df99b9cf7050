import GRPCCore
import GRPCProtobuf
import InteractionWire
import SwiftProtobuf

@testable import InteractionService

/// A session over `OpenSession`, `SendEvents` and `Subscribe`; it reads from the latest
/// `Subscribe`.
final class UnarySession: TestStream {
  var id = ""
  var key = ""

  init(_ running: any EngineCaller) {
    super.init(running, streams: false)
  }

  /// Opens a session without subscribing to its frames.
  static func opened(
    _ running: any EngineCaller, _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async throws -> UnarySession {
    let session = UnarySession(running)
    try await session.openUnread(change)
    return session
  }

  /// Opens the session and subscribes to its frames.
  @discardableResult
  override func open(
    _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async throws -> WireResponse {
    let frame = try await self.openUnread(change)
    await self.subscribe()
    return frame
  }

  @discardableResult
  func openUnread(
    _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async throws -> WireResponse {
    let open = WireRequest.open(change).open
    let request = Interaction_V1_OpenSessionRequest.with { $0.open = open }
    let response: Interaction_V1_OpenSessionResponse = try await self.running.call(
      "InteractionService/OpenSession", request)
    (self.id, self.key) = (open.sessionID, response.sessionKey)
    self.goOn(after: response.frame.opened)
    return response.frame
  }

  /// Subscribes to the frames. Returns after the server has found the session or failed to.
  func subscribe() async {
    let (found, signal) = AsyncStream<Void>.makeStream()
    let request = Interaction_V1_SubscribeRequest.with {
      ($0.sessionID, $0.sessionKey) = (self.id, self.key)
    }
    let (client, metadata) = (self.running.client, self.running.metadata)
    self.read { frames in
      defer { signal.finish() }
      try await client.serverStreaming(
        request: ClientRequest(message: request, metadata: metadata),
        descriptor: MethodDescriptor(method: "InteractionService/Subscribe"),
        serializer: ProtobufSerializer<Interaction_V1_SubscribeRequest>(),
        deserializer: ProtobufDeserializer<Interaction_V1_SubscribeResponse>(),
        options: .defaults
      ) { response in
        signal.finish()
        for try await message in response.messages { frames.yield(message.frame) }
      }
    }
    for await _ in found {}
  }

  /// Returns the end of a `Subscribe` that must not deliver any frame.
  func endOfSubscribe() async -> CallCompletion {
    let other = UnarySession(self.running)
    (other.id, other.key) = (self.id, self.key)
    await other.subscribe()
    return await other.rest().end
  }

  override func send(_ request: WireRequest) async throws { try await self.tell(request) }

  /// Sends a frame by a unary call, optionally as the last one.
  @discardableResult
  func tell(
    _ frame: WireRequest? = nil, isLast: Bool = false
  ) async throws -> Interaction_V1_SendEventsResponse {
    try await self.running.call(
      "InteractionService/SendEvents", self.request(frame, isLast: isLast))
  }

  func request(
    _ frame: WireRequest? = nil, isLast: Bool = false
  ) -> Interaction_V1_SendEventsRequest {
    .with {
      ($0.sessionID, $0.sessionKey, $0.end) = (self.id, self.key, isLast)
      switch frame?.frame {
      case .events(let events): $0.events = events
      case .ack(let ack): $0.ack = ack
      case .heartbeat(let heartbeat): $0.heartbeat = heartbeat
      case .authRefresh(let refresh): $0.authRefresh = refresh
      case .open, nil: break
      }
    }
  }

  /// Returns the end of a `SendEvents` call.
  func endOfSending(_ frame: WireRequest? = nil, isLast: Bool = false) async -> CallCompletion {
    await CallCompletion.of { try await self.tell(frame, isLast: isLast) }
  }

  /// Ends the session, and reads the remaining frames.
  override func close() async -> (frames: [WireResponse], end: CallCompletion) {
    let end = await self.endOfSending(isLast: true)
    return end == .well ? await self.rest() : ([], end)
  }
}
