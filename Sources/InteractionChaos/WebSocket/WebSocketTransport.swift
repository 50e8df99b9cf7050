package import GRPCCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A grpc-swift transport for `Interact` over a web listener's WebSocket: it lets the Swift client,
/// and the checks built on it, test the browsers' path.
///
/// Each stream has its own connection. Methods other than `Interact` are not supported.
@available(InteractionEngine 1.0, *)
package final class WebSocketTransport: ClientTransport {
  package typealias Bytes = [UInt8]

  private let host: String
  private let port: Int
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
    (self.ended, self.end) = AsyncStream.makeStream()
  }

  package var retryThrottle: RetryThrottle? { nil }

  package func connect() async throws {
    for await _ in self.ended {}
  }

  package func beginGracefulShutdown() {
    self.end.finish()
  }

  package func config(forMethod descriptor: MethodDescriptor) -> MethodConfig? { nil }

  package func withStream<T: Sendable>(
    descriptor: MethodDescriptor, options: CallOptions,
    _ closure: (_ stream: RPCStream<Inbound, Outbound>, _ context: ClientContext) async throws -> T
  ) async throws -> T {
    let (parts, part) = AsyncThrowingStream<RPCResponsePart<[UInt8]>, any Error>.makeStream()
    let writer = Writer(host: self.host, port: self.port, answers: part)
    defer { writer.close() }
    return try await closure(
      RPCStream(
        descriptor: descriptor, inbound: RPCAsyncSequence(wrapping: parts),
        outbound: RPCWriter.Closable(wrapping: writer)),
      ClientContext(
        descriptor: descriptor, remotePeer: "ipv4:\(self.host):\(self.port)", localPeer: "ipv4:"))
  }

  /// Writes the request's parts; the metadata opens the connection.
  private final class Writer: ClosableRPCWriterProtocol {
    typealias Answers = AsyncThrowingStream<RPCResponsePart<[UInt8]>, any Error>.Continuation

    private let host: String
    private let port: Int
    private let answers: Answers
    private let channel = Mutex<(any Channel)?>(nil)

    init(host: String, port: Int, answers: Answers) {
      self.host = host
      self.port = port
      self.answers = answers
    }

    func write(_ part: RPCRequestPart<[UInt8]>) async throws {
      switch part {
      case .metadata(let metadata):
        do {
          let channel = try await WebSocketConnection.open(
            self.host, self.port, metadata, on: MultiThreadedEventLoopGroup.singleton
          ) { [answers] in Self.deliver($0, to: answers) }
          self.channel.withLock { $0 = channel }
          self.answers.yield(.metadata([:]))
        } catch {
          let error = RPCError(code: .unavailable, message: "cannot connect: \(error)")
          self.answers.finish(throwing: error)
          throw error
        }
      case .message(let bytes):
        try await self.send(.fromClient(.binary, ByteBuffer(bytes: bytes)))
      }
    }

    private static func deliver(_ event: WebSocketConnection.Event, to answers: Answers) {
      switch event {
      case .message(let bytes):
        answers.yield(.message(Array(bytes.readableBytesView)))
      case .ended(let status, let metadata):
        answers.yield(.status(status, metadata))
        answers.finish()
      case .lost:
        answers.finish(
          throwing: RPCError(code: .unavailable, message: "the connection was lost"))
      }
    }

    func write(contentsOf parts: some Sequence<RPCRequestPart<[UInt8]>>) async throws {
      for part in parts { try await self.write(part) }
    }

    func finish() async {
      try? await self.send(.normalClosure)
    }

    func finish(throwing error: any Error) async {
      self.close()
    }

    /// Closes the connection, since the call has ended.
    func close() {
      self.channel.withLock { $0 }?.close(promise: nil)
    }

    private func send(_ frame: WebSocketFrame) async throws {
      guard let channel = self.channel.withLock({ $0 }) else { return }
      try await channel.writeAndFlush(frame)
    }
  }
}
