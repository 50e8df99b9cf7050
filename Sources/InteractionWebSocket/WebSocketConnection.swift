import Foundation
import GRPCCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A connection over which a stream runs: frames become the parts of its answer.
@available(InteractionEngine 1.0, *)
final class WebSocketConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame
  typealias Answers = AsyncThrowingStream<RPCResponsePart<[UInt8]>, any Error>.Continuation

  private static let longestFrame = 16 << 20

  private let answers: Answers
  /// What the server says before it closes.
  private var error: EndingError?

  private init(answers: Answers) {
    self.answers = answers
  }

  /// Connects, and begins the WebSocket.
  static func open(
    _ host: String, _ port: Int, _ metadata: Metadata, answers: Answers
  ) async throws -> any Channel {
    let upgraded = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let upgrader = NIOTypedWebSocketClientUpgrader(
            maxFrameSize: Self.longestFrame, enableAutomaticErrorHandling: false
          ) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(WebSocketConnection(answers: answers))
              return channel
            }
          }
          return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: .init(
              upgradeConfiguration: .init(
                upgradeRequestHead: Self.head(host, port, metadata), upgraders: [upgrader]
              ) { channel in
                channel.eventLoop.makeFailedFuture(
                  RPCError(code: .unavailable, message: "the server opens no WebSocket"))
              }))
        }
      }
    return try await upgraded.get()
  }

  private static func head(_ host: String, _ port: Int, _ metadata: Metadata) -> HTTPRequestHead {
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/v1/interact")
    head.headers.add(name: "host", value: "\(host):\(port)")
    head.headers.add(name: "content-length", value: "0")
    var protocols = ["interaction.v1.proto"]
    for token in metadata[stringValues: "authorization"] where token.hasPrefix("Bearer ") {
      let base64 = Data(token.dropFirst(7).utf8).base64EncodedString()
      protocols.append(
        "interaction.bearer."
          + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
    }
    head.headers.add(name: "sec-websocket-protocol", value: protocols.joined(separator: ", "))
    return head
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.answers.yield(.metadata([:]))
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.answers.finish(
      throwing: RPCError(code: .unavailable, message: "the connection was lost"))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = self.unwrapInboundIn(data)
    switch frame.opcode {
    case .binary: self.answers.yield(.message(Array(frame.data.readableBytesView)))
    case .text: self.error = EndingError(json: Data(frame.data.readableBytesView))
    case .connectionClose:
      var payload = frame.data
      let code = payload.readInteger(as: UInt16.self) ?? 1005
      let (status, metadata) = EndingError.status(of: code, self.error)
      self.answers.yield(.status(status, metadata))
      self.answers.finish()
      let answer = WebSocketFrame(
        fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.data)
      context.writeAndFlush(self.wrapOutboundOut(answer)).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    default: break
    }
  }
}
