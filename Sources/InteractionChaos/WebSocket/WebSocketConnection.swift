import Foundation
package import GRPCCore
import InteractionWire
package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOWebSocket

/// A connection over which a stream runs.
@available(InteractionEngine 1.0, *)
package final class WebSocketConnection: ChannelInboundHandler {
  package typealias InboundIn = WebSocketFrame
  package typealias OutboundOut = WebSocketFrame

  /// What a connection tells, on its event loop.
  package enum Event {
    case message(ByteBuffer)
    /// The server ended the stream; nothing comes after this but ``lost``.
    case ended(Status, Metadata)
    /// The connection is gone.
    case lost
  }

  private static let longestFrame = 16 << 20

  private let hear: (Event) -> Void
  private var isLost = false
  /// What the server says before it closes.
  private var error: EndingError?

  package init(hear: @escaping (Event) -> Void) {
    self.hear = hear
  }

  /// Connects, and begins the WebSocket.
  ///
  /// - Parameters:
  ///   - patience: How long the connection may take, and then the server's answer.
  ///   - hear: Is told what comes, on the connection's event loop.
  /// - Throws: What stood in the way of the connection, or an `RPCError` that the server opens no
  ///   WebSocket on it.
  package static func open(
    _ host: String, _ port: Int, _ metadata: Metadata, on group: any EventLoopGroup,
    patience: TimeAmount = .seconds(5), hear: @escaping @Sendable (Event) -> Void
  ) async throws -> any Channel {
    let upgraded = try await ClientBootstrap(group: group)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .connectTimeout(patience)
      .connect(host: host, port: port) { channel in
        let end = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        return channel.eventLoop.makeCompletedFuture {
          let upgrader = NIOTypedWebSocketClientUpgrader(
            maxFrameSize: Self.longestFrame, enableAutomaticErrorHandling: false
          ) { channel, _ in
            end.cancel()
            return channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(WebSocketConnection(hear: hear))
              return channel
            }
          }
          return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: .init(
              upgradeConfiguration: .init(
                upgradeRequestHead: Self.head(host, port, metadata), upgraders: [upgrader]
              ) { channel in
                channel.close().flatMap { channel.eventLoop.makeFailedFuture(Self.noWebSocket) }
              }))
        }
      }
    do {
      return try await upgraded.get()
    } catch {
      throw Self.noWebSocket
    }
  }

  private static let noWebSocket = RPCError(
    code: .unavailable, message: "the server opens no WebSocket")

  private static func head(_ host: String, _ port: Int, _ metadata: Metadata) -> HTTPRequestHead {
    // As in browsers: what proxies choose an engine by is in the address.
    let key = metadata[stringValues: RoutingKey.header].first { _ in true }
    let query = key.map { "?\(RoutingKey.parameter)=\($0)" } ?? ""
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/v1/interact\(query)")
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

  package func handlerAdded(context: ChannelHandlerContext) {
    // A connection that closed after the upgrade and before this has told others so already.
    if !context.channel.isActive { self.lose() }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    self.lose()
    context.fireChannelInactive()
  }

  private func lose() {
    guard !self.isLost else { return }
    self.isLost = true
    self.hear(.lost)
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = self.unwrapInboundIn(data)
    switch frame.opcode {
    case .binary: self.hear(.message(frame.data))
    case .text: self.error = EndingError(json: Data(frame.data.readableBytesView))
    case .connectionClose:
      var payload = frame.data
      let code = payload.readInteger(as: UInt16.self) ?? 1005
      let (status, metadata) = EndingError.status(of: code, self.error)
      self.hear(.ended(status, metadata))
      let answer = WebSocketFrame(
        fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.data)
      context.writeAndFlush(self.wrapOutboundOut(answer)).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    default: break
    }
  }
}

extension WebSocketFrame {
  /// A frame as a client sends it.
  package static func fromClient(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }

  /// Says that nothing more comes.
  package static var ending: WebSocketFrame {
    var code = ByteBuffer()
    code.write(webSocketErrorCode: .normalClosure)
    return .fromClient(.connectionClose, code)
  }
}
