import GRPCCore
import GRPCProtobuf
import InteractionCore
import InteractionIdentity
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// Sessions for clients without bidirectional streaming: the same state machine, driven by unary
/// calls.
@available(InteractionEngine 1.0, *)
extension InteractionRPC {
  func registerCalls<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    typealias Method = Interaction_V1_InteractionService.Method
    router.registerHandler(
      forMethod: Method.OpenSession.descriptor,
      deserializer: FrameRequestDeserializer<Interaction_V1_OpenSessionRequest>(
        maximumBytes: self.engine.limits.frameBytes),
      serializer: ProtobufSerializer<Interaction_V1_OpenSessionResponse>()
    ) { request, context in
      let caller = try context.caller
      let request = try await ServerRequest(stream: request)
      let response = try await self.openSession(
        request.message, by: caller, request.metadata, context)
      return StreamingServerResponse(single: ServerResponse(message: response))
    }
    router.registerHandler(
      forMethod: Method.SendEvents.descriptor,
      deserializer: FrameRequestDeserializer<Interaction_V1_SendEventsRequest>(
        maximumBytes: self.engine.limits.frameBytes),
      serializer: ProtobufSerializer<Interaction_V1_SendEventsResponse>()
    ) { request, context in
      let caller = try context.caller
      let request = try await ServerRequest(stream: request)
      let response = try await self.sendEvents(request.message, by: caller, in: context)
      return StreamingServerResponse(single: ServerResponse(message: response))
    }
    router.registerHandler(
      forMethod: Method.Subscribe.descriptor,
      deserializer: ProtobufDeserializer<Interaction_V1_SubscribeRequest>(),
      serializer: FrameSerializer()
    ) { request, context in
      let caller = try context.caller
      let request = try await ServerRequest(stream: request)
      let mailbox = try self.mailbox(
        named: request.message.sessionID, key: request.message.sessionKey, of: caller)
      return StreamingServerResponse { writer in
        try await untilCancelled(context) {
          try await mailbox.deliver { try await writer.write(Self.subscribed($0)) }
        }
        if context.cancellation.isCancelled && self.engine.isDraining {
          throw StreamError.draining
        }
        return [:]
      }
    }
  }

  private func openSession(
    _ request: Interaction_V1_OpenSessionRequest, by caller: Caller, _ metadata: Metadata,
    _ context: ServerContext
  ) async throws -> Interaction_V1_OpenSessionResponse {
    let tasks = StreamTasks(
      engine: self.engine, caller: caller, peer: context.peerAddress,
      routingKey: metadata.routingKey, trace: TraceID(metadata))
    await tasks.open(request.open)
    // Opening is answered immediately, with a frame or an error.
    guard case .frame(let bytes, _)? = tasks.stream.packets(atMost: 1).first else {
      let error = tasks.stream.progress.error
      tasks.stream.close(with: error)
      throw error ?? StreamError(.openRequired, "the session ended before it opened")
    }
    tasks.stream.wrote(bytes.count)
    let mailbox = UnaryOutput(tasks: tasks)
    tasks.stream.attach(mailbox)
    self.engine.registry.noteUnused(request.open.sessionID, tasks.stream)
    Task { await mailbox.run() }
    return try .with {
      $0.frame = try Proto.Response(serializedBytes: bytes)
      $0.sessionKey = mailbox.key
    }
  }

  private func sendEvents(
    _ request: Interaction_V1_SendEventsRequest, by caller: Caller, in context: ServerContext
  ) async throws -> Interaction_V1_SendEventsResponse {
    let mailbox = try self.mailbox(
      named: request.sessionID, key: request.sessionKey, of: caller)
    if let frame = Proto.Request(request) {
      try await mailbox.tasks.receive(frame, in: context)
    }
    let standing = mailbox.stream.progress
    if request.end { mailbox.stream.receiveEnd() }
    if let error = standing.error { throw error }
    return .with {
      $0.ackedEvent = standing.appliedEvent
      if let deadline = standing.nextDeadline { $0.nextDeadlineUs = deadline.microseconds }
    }
  }

  private func mailbox(
    named id: String, key: String, of caller: Caller
  ) throws -> UnaryOutput {
    guard let mailbox = self.engine.registry.stream(named: id)?.mailbox, mailbox.key == key,
      mailbox.stream.caller.kind == caller.kind, mailbox.stream.caller.subject == caller.subject
    else {
      throw StreamError(
        .unknownSession,
        "no session '\(id.prefix(64))' with this key is open; call OpenSession")
    }
    self.engine.registry.noteUsed(id)
    return mailbox
  }

  /// Returns a frame as field 1 of a `SubscribeResponse`, without decoding it.
  private static func subscribed(_ frame: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x0A]
    bytes.append(varint: UInt64(frame.count))
    return bytes + frame
  }
}

@available(InteractionEngine 1.0, *)
extension Proto.Request {
  /// Converts the frame of a call; nil if the call only queries the progress. Unknown fields are a
  /// frame of a newer contract.
  fileprivate init?(_ request: Interaction_V1_SendEventsRequest) {
    self.init()
    switch request.frame {
    case .events(let events): self.events = events
    case .ack(let ack): self.ack = ack
    case .heartbeat(let heartbeat): self.heartbeat = heartbeat
    case .authRefresh(let refresh): self.authRefresh = refresh
    case .none:
      if request.unknownFields.data.isEmpty { return nil }
      self.unknownFields = request.unknownFields
    }
  }
}
