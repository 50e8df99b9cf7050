import GRPCCore
import GRPCProtobuf
import InteractionCore
import InteractionWire
import SwiftProtobuf

@testable import InteractionService

/// An operator's client.
struct Inspector: Sendable {
  typealias WatchMessage = Interaction_Inspector_V1_WatchSessionResponse

  let running: any EngineCaller

  init(_ running: any EngineCaller) {
    self.running = running
  }

  /// - Parameter json: The request.
  func list(_ json: String = "{}") async throws -> Interaction_Inspector_V1_ListSessionsResponse {
    try await self.running.call(
      "InspectorService/ListSessions", Interaction_Inspector_V1_ListSessionsRequest(json: json))
  }

  func get(_ session: String) async throws -> Interaction_Inspector_V1_GetSessionResponse {
    try await self.running.call(
      "InspectorService/GetSession",
      Interaction_Inspector_V1_GetSessionRequest.with { $0.sessionID = session })
  }

  func engines() async throws -> [Interaction_Inspector_V1_EngineSummary] {
    let response: Interaction_Inspector_V1_ListEnginesResponse = try await self.running.call(
      "InspectorService/ListEngines", Interaction_Inspector_V1_ListEnginesRequest())
    return response.engines
  }

  func counts() async throws -> Interaction_Inspector_V1_CountSessionsResponse {
    try await self.running.call(
      "InspectorService/CountSessions", Interaction_Inspector_V1_CountSessionsRequest())
  }

  @discardableResult
  func end(
    _ session: String, _ message: String = ""
  ) async throws -> Interaction_Inspector_V1_EndSessionResponse {
    try await self.running.call(
      "InspectorService/EndSession",
      Interaction_Inspector_V1_EndSessionRequest.with {
        ($0.sessionID, $0.message) = (session, message)
      })
  }

  func drain(
    _ deadline: Google_Protobuf_Duration?
  ) async throws -> Interaction_Inspector_V1_DrainResponse {
    try await self.running.call(
      "InspectorService/Drain",
      Interaction_Inspector_V1_DrainRequest.with { if let deadline { $0.timeout = deadline } })
  }

  /// Downloads a session's recording, in parts.
  func recording(
    _ session: String, epoch: UInt64 = 0
  ) async throws -> [Interaction_Inspector_V1_GetRecordingResponse] {
    do {
      return try await self.running.client.serverStreaming(
        request: ClientRequest(
          message: Interaction_Inspector_V1_GetRecordingRequest.with {
            ($0.sessionID, $0.epoch) = (session, epoch)
          },
          metadata: self.running.metadata),
        descriptor: MethodDescriptor(method: "InspectorService/GetRecording"),
        serializer: ProtobufSerializer<Interaction_Inspector_V1_GetRecordingRequest>(),
        deserializer: ProtobufDeserializer<Interaction_Inspector_V1_GetRecordingResponse>(),
        options: .defaults
      ) { response in
        var parts: [Interaction_Inspector_V1_GetRecordingResponse] = []
        for try await part in response.messages { parts.append(part) }
        return parts
      }
    } catch {
      throw CallCompletion(error)
    }
  }

  /// Watches a session. Returns after the first message.
  func watch(_ session: String) async throws -> Watcher {
    let (moments, continuation) = AsyncThrowingStream<WatchMessage, any Error>.makeStream()
    let (client, metadata) = (self.running.client, self.running.metadata)
    _ = self.running.run {
      let end = await CallCompletion.of {
        try await client.serverStreaming(
          request: ClientRequest(
            message: Interaction_Inspector_V1_WatchSessionRequest.with { $0.sessionID = session },
            metadata: metadata),
          descriptor: MethodDescriptor(method: "InspectorService/WatchSession"),
          serializer: ProtobufSerializer<Interaction_Inspector_V1_WatchSessionRequest>(),
          deserializer: ProtobufDeserializer<WatchMessage>(), options: .defaults
        ) { response in
          for try await moment in response.messages { continuation.yield(moment) }
        }
      }
      continuation.finish(throwing: end == .well ? nil : end)
    }
    let watcher = Watcher(moments)
    _ = try await watcher.next()
    return watcher
  }
}

/// A `WatchSession` call.
final class Watcher {
  private(set) var first: Inspector.WatchMessage?
  private var moments: AsyncThrowingStream<Inspector.WatchMessage, any Error>.Iterator

  init(_ moments: AsyncThrowingStream<Inspector.WatchMessage, any Error>) {
    self.moments = moments.makeAsyncIterator()
  }

  func next() async throws -> Inspector.WatchMessage? {
    let moment = try await self.moments.next()
    if self.first == nil { self.first = moment }
    return moment
  }

  /// Returns the remaining messages.
  func rest() async throws -> [Inspector.WatchMessage] {
    var moments: [Inspector.WatchMessage] = []
    while let moment = try await self.next() { moments.append(moment) }
    return moments
  }
}

extension Inspector.WatchMessage {
  /// The message's kind and number.
  var summary: String {
    switch self.content {
    case .session: "session"
    case .event: "event \(self.eventSequence)"
    case .directive(let directive): "directive \(directive.sequence)"
    case .droppedMessages(let count): "missed \(count)"
    case .end(let end): "ended \(ErrorReason(known: end.reason)?.rawValue ?? "")"
    case nil: ""
    }
  }
}
