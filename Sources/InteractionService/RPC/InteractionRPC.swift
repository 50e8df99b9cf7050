import GRPCCore
import GRPCProtobuf
import InteractionCore
import InteractionIdentity
import InteractionStream
import InteractionWire

/// `interaction.v1.InteractionService` on grpc-swift.
///
/// `Interact` arrives here over the in-process transport; over HTTP/2 and WebSockets it is served
/// on the event loop of its connection.
///
/// Registered by hand instead of through the generated protocol, since request frames have their
/// own size limit and error details.
@available(InteractionEngine 1.0, *)
struct InteractionRPC: RegistrableRPCService {
  let engine: Engine

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(
      forMethod: Interaction_V1_InteractionService.Method.Interact.descriptor,
      deserializer: FrameDeserializer(maximumBytes: self.engine.limits.frameBytes),
      serializer: FrameSerializer()
    ) { request, context in
      let caller = try context.caller
      return StreamingServerResponse { writer in
        try await self.interact(
          request.messages, by: caller, request.metadata, writer, context)
        return [:]
      }
    }
    self.registerCalls(with: &router)
    self.registerSimulate(with: &router)
  }

  /// Serves one stream until it ends.
  private func interact(
    _ messages: RPCAsyncSequence<RequestFrame, any Error>,
    by caller: Caller,
    _ metadata: Metadata,
    _ writer: RPCWriter<[UInt8]>,
    _ context: ServerContext
  ) async throws {
    let tasks = StreamTasks(
      engine: self.engine, caller: caller, peer: context.peerAddress,
      routingKey: metadata.routingKey, trace: TraceID(metadata))
    let stream = tasks.stream
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          await tasks.read(messages)
          return false
        }
        group.addTask {
          await tasks.runTimer()
          return false
        }
        group.addTask {
          // The RPC's cancellation does not cancel the task.
          if (try? await context.cancellation.cancelled) != nil { stream.cancel() }
          return false
        }
        group.addTask {
          try await tasks.waitForEnd()
          return false
        }
        group.addTask {
          try await tasks.deliver { output in
            switch output {
            case .frame(let bytes, _):
              try await writer.write(bytes)
              stream.wrote(bytes.count)
            case .end(let error):
              if let error { throw error }
            }
          }
          return true
        }
        defer { group.cancelAll() }
        while let isWritten = try await group.next(), !isWritten {}
      }
      stream.close(with: nil)
    } catch {
      stream.close(with: error)
      throw error
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Metadata {
  /// The key by which a proxy chose this server; nil if there is none.
  var routingKey: String? {
    self[stringValues: RoutingKey.header].first { _ in true }
  }
}

@available(InteractionEngine 1.0, *)
extension ExperienceCatalog {
  /// Returns the entry of a name.
  ///
  /// - Throws: `UNKNOWN_EXPERIENCE`, with the available names.
  func required(_ name: String) throws(StreamError) -> Entry {
    guard let entry = self.entry(named: name) else {
      throw .unknownExperience(name, of: self.all.map { $0.name })
    }
    return entry
  }

  /// Returns a version of an experience by its digest; the current one if it is empty.
  func version(_ digest: String, of name: String) throws(StreamError) -> Entry {
    let current = try self.required(name)
    if digest.isEmpty { return current }
    guard let entry = self.versionEntry(digest), entry.experience.name == name else {
      throw StreamError(invalid: [
        Violation(
          field: "digest",
          problem: "is '\(digest.prefix(64))'; this engine has no such version of '\(name)'; leave"
            + " it out for the current version, \(current.experience.digest)")
      ])
    }
    return entry
  }
}
