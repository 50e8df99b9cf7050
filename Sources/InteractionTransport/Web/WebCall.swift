import GRPCCore

/// A gRPC call over HTTP/1.1: one request message, and any number of responses.
struct WebCall: Sendable {
  let method: MethodDescriptor
  let metadata: Metadata
  let message: [UInt8]
  /// The peer's address.
  let peer: String

  /// Serves the call; cancelled with the task.
  ///
  /// - Parameter receive: Called with each message of the response.
  /// - Throws: The status of the call, unless it is OK.
  func run(
    _ handler: @escaping WebTransport.Handler,
    receive: @escaping @Sendable ([UInt8]) async throws -> Void
  ) async throws {
    let (requests, request) = AsyncThrowingStream<RPCRequestPart<[UInt8]>, any Error>.makeStream()
    let (ends, end) = AsyncStream<RPCError?>.makeStream()
    request.yield(.metadata(self.metadata))
    request.yield(.message(self.message))
    request.finish()
    let stream = RPCStream(
      descriptor: self.method, inbound: RPCAsyncSequence(wrapping: requests),
      outbound: RPCWriter.Closable(wrapping: Answer(receive: receive, end: end)))
    await withServerContextRPCCancellationHandle { cancellation in
      let context = ServerContext(
        descriptor: self.method, remotePeer: "ipv4:\(self.peer)", localPeer: "",
        cancellation: cancellation)
      await withTaskCancellationHandler {
        await handler(stream, context)
      } onCancel: {
        cancellation.cancel()
      }
    }
    end.finish()
    for await error in ends {
      if let error { throw error }
      return
    }
    throw RPCError(code: .unavailable, message: "the handler ended without a response")
  }

  /// The writer of a response.
  private struct Answer: ClosableRPCWriterProtocol {
    let receive: @Sendable ([UInt8]) async throws -> Void
    let end: AsyncStream<RPCError?>.Continuation

    func write(_ part: RPCResponsePart<[UInt8]>) async throws {
      switch part {
      case .metadata: break
      case .message(let bytes): try await self.receive(bytes)
      case .status(let status, let metadata):
        self.end.yield(
          RPCError.Code(status.code).map {
            RPCError(code: $0, message: status.message, metadata: metadata)
          })
      }
    }

    func write(contentsOf parts: some Sequence<RPCResponsePart<[UInt8]>>) async throws {
      for part in parts { try await self.write(part) }
    }

    func finish() async {
      self.end.finish()
    }

    func finish(throwing error: any Error) async {
      self.end.finish()
    }
  }
}
