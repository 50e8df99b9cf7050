public import GRPCCore
package import InteractionClient

/// The transport to a ``MockServer``, without a socket.
@available(InteractionEngine 1.0, *)
public struct MockTransport: ClientTransport {
  public typealias Bytes = [UInt8]

  private let server: MockServer
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init(to server: MockServer) {
    self.server = server
    (self.ended, self.end) = AsyncStream.makeStream()
  }

  public var retryThrottle: RetryThrottle? { nil }

  public func connect() async throws {
    for await _ in self.ended {}
  }

  public func beginGracefulShutdown() { self.end.finish() }

  public func config(forMethod descriptor: MethodDescriptor) -> MethodConfig? { nil }

  /// Begins a call.
  ///
  /// - Throws: `unimplemented` for methods other than `Interact`.
  public func withStream<Result: Sendable>(
    descriptor: MethodDescriptor, options: CallOptions,
    _ closure: (_ stream: RPCStream<Inbound, Outbound>, _ context: ClientContext) async throws ->
      Result
  ) async throws -> Result {
    guard descriptor.method == "Interact" else {
      throw RPCError(
        code: .unimplemented,
        message: "MockServer serves Interact; set the configuration's wire to .stream")
    }
    let (inbound, continuation) = AsyncThrowingStream<RPCResponsePart<[UInt8]>, any Error>
      .makeStream()
    let call = self.server.begin(continuation)
    defer { self.server.forget(call) }
    let stream = RPCStream(
      descriptor: descriptor, inbound: RPCAsyncSequence(wrapping: inbound),
      outbound: RPCWriter.Closable(wrapping: MockWriter(server: self.server, call: call)))
    return try await closure(
      stream, ClientContext(descriptor: descriptor, remotePeer: "mock", localPeer: "mock"))
  }
}

@available(InteractionEngine 1.0, *)
extension MockTransport: ClockedTransport {
  package var clock: SessionClock { self.server.clock.sessionClock }
}

/// Passes the client's messages to the server.
@available(InteractionEngine 1.0, *)
private struct MockWriter: ClosableRPCWriterProtocol {
  let server: MockServer
  let call: Int

  func write(_ part: RPCRequestPart<[UInt8]>) {
    if case .message(let bytes) = part { self.server.receive(bytes, on: self.call) }
  }

  func write(contentsOf parts: some Sequence<RPCRequestPart<[UInt8]>>) {
    for part in parts { self.write(part) }
  }

  func finish() { self.server.receiveEnd(of: self.call) }

  func finish(throwing error: any Error) { self.server.forget(self.call) }
}
