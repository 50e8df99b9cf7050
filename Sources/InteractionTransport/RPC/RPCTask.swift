import GRPCCore
import NIOCore
import X509

/// The task of a call that grpc-swift's router serves; it reads and writes on the event loop of the
/// call's connection.
struct RPCTask: Sendable {
  typealias RequestPart = RPCRequestPart<RPCCall.Message>
  /// Serves one call.
  typealias Handler =
    @Sendable (
      RPCStream<
        RPCAsyncSequence<RequestPart, any Error>, RPCWriter<RPCResponsePart<[UInt8]>>.Closable
      >,
      ServerContext
    ) async -> Void

  /// The long-lived methods, which wait for events or for a client.
  private static let waiting: Set<String> = [
    "/interaction.v1.InteractionService/Subscribe",
    "/interaction.inspector.v1.InspectorService/WatchSession", "/grpc.health.v1.Health/Watch",
  ]
  private static let waitingService = "/interaction.v1.ControlService/"

  private let call: NIOLoopBound<RPCCall>
  private let method: MethodDescriptor
  private let requests: AsyncThrowingStream<RequestPart, any Error>
  /// The addresses of the peer and of the listener.
  private let remote: String
  private let local: String
  private let certificate: Certificate?

  /// Begins a call.
  ///
  /// - Returns: Nil if the call is refused: the client has too many calls in progress.
  static func begin(
    _ request: CallRequest, on stream: UInt32, of connection: ConnectionHandler
  ) -> RPCTask? {
    guard let context = connection.context, let method = request.method else { return nil }
    let isWork = !Self.waits(request.path)
    guard !isWork || connection.state.admitWork() else { return nil }
    let (requests, continuation) = AsyncThrowingStream<RequestPart, any Error>.makeStream()
    let call = RPCCall(
      on: stream, of: connection, context, countsAsInProgress: isWork, continuation)
    connection.register(call, on: stream)
    continuation.yield(.metadata(request.metadata))
    call.updateTimeout()
    let channel = Optional(context.channel)
    return RPCTask(
      call: NIOLoopBound(call, eventLoop: context.eventLoop), method: method, requests: requests,
      remote: channel.peerName, local: channel.ownName, certificate: connection.peerCertificate)
  }

  private static func waits(_ path: String) -> Bool {
    self.waiting.contains(path) || path.hasPrefix(self.waitingService)
  }

  /// Serves the call until it ends.
  func run(_ handler: Handler) async {
    let call = self.call
    let loop = call.eventLoop
    let requests = self.requests.map { part in
      if case .message = part { loop.execute { call.value.messageTaken() } }
      return part
    }
    let stream = RPCStream(
      descriptor: self.method, inbound: RPCAsyncSequence(wrapping: requests),
      outbound: RPCWriter.Closable(wrapping: RPCResponseWriter(call: call)))
    await withServerContextRPCCancellationHandle { cancellation in
      loop.execute { call.value.onCancel { cancellation.cancel() } }
      var context = ServerContext(
        descriptor: self.method, remotePeer: self.remote, localPeer: self.local,
        cancellation: cancellation)
      context.transportSpecific = PeerContext(certificate: self.certificate)
      await handler(stream, context)
    }
  }
}

/// Forwards the parts of a response to the event loop of the call.
private struct RPCResponseWriter: ClosableRPCWriterProtocol {
  let call: NIOLoopBound<RPCCall>

  func write(_ part: RPCResponsePart<[UInt8]>) async throws {
    let (call, loop) = (self.call, self.call.eventLoop)
    switch part {
    case .metadata(let metadata):
      loop.execute { call.value.write(metadata) }
    case .message(let bytes):
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { written in
          loop.execute { call.value.write(bytes, written) }
        }
      } onCancel: {
        loop.execute { call.value.cancelWriter() }
      }
    case .status(let status, let metadata):
      let ending = CallStatus(code: status.code, message: status.message, metadata: metadata)
      loop.execute { call.value.finish(with: ending) }
    }
  }

  func write(contentsOf parts: some Sequence<RPCResponsePart<[UInt8]>>) async throws {
    for part in parts { try await self.write(part) }
  }

  func finish() async {
    let call = self.call
    // No effect after a status.
    call.eventLoop.execute {
      call.value.finish(
        with: CallStatus(
          code: .unknown, message: "the handler ended without a response", metadata: [:]))
    }
  }

  func finish(throwing error: any Error) async {
    await self.finish()
  }
}
