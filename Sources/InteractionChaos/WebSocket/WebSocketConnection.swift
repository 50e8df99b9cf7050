import Foundation
package import GRPCCore
import InteractionWire
package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOWebSocket

/// A WebSocket connection that carries an `Interact` stream.
@available(InteractionEngine 1.0, *)
package final class WebSocketConnection: ChannelInboundHandler {
  package typealias InboundIn = WebSocketFrame
  package typealias OutboundOut = WebSocketFrame

  /// An event of the connection, on its event loop.
  package enum Event {
    case message(ByteBuffer)
    /// The server ended the stream; only ``lost`` follows.
    case ended(Status, Metadata)
    /// The connection is closed.
    case lost
  }

  private static let longestFrame = 16 << 20

  private let onEvent: (Event) -> Void
  private var isLost = false
  /// The error that the server sent before the close frame.
  private var error: WebSocketCloseError?

  package init(onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
  }

  /// Connects and upgrades to a WebSocket.
  ///
  /// - Parameters:
  ///   - metadata: The routing key and the access token, if any.
  ///   - patience: The timeout for connecting, and for connecting and upgrading together.
  ///   - onEvent: Called with events on the connection's event loop.
  /// - Throws: The connection's error, or an `RPCError` if the server refuses the upgrade.
  package static func open(
    _ host: String, _ port: Int, _ metadata: Metadata, on group: any EventLoopGroup,
    patience: TimeAmount = .seconds(5), onEvent: @escaping @Sendable (Event) -> Void
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
              try channel.pipeline.syncOperations.addHandler(WebSocketConnection(onEvent: onEvent))
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
    code: .unavailable, message: "the server refused the WebSocket handshake")

  private static func head(_ host: String, _ port: Int, _ metadata: Metadata) -> HTTPRequestHead {
    // As in browsers: the routing key is a query parameter.
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
    // If the connection closed between the upgrade and this, `channelInactive` was missed.
    if !context.channel.isActive { self.lose() }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    self.lose()
    context.fireChannelInactive()
  }

  private func lose() {
    guard !self.isLost else { return }
    self.isLost = true
    self.onEvent(.lost)
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = self.unwrapInboundIn(data)
    switch frame.opcode {
    case .binary: self.onEvent(.message(frame.data))
    case .text: self.error = WebSocketCloseError(json: Data(frame.data.readableBytesView))
    case .connectionClose:
      var payload = frame.data
      let code = payload.readInteger(as: UInt16.self) ?? 1005
      let (status, metadata) = WebSocketCloseError.status(of: code, self.error)
      self.onEvent(.ended(status, metadata))
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
  /// Returns a masked frame, as clients send them.
  package static func fromClient(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }

  /// A close frame with the code 1000, which half-closes the stream.
  package static var normalClosure: WebSocketFrame {
    var code = ByteBuffer()
    code.write(webSocketErrorCode: .normalClosure)
    return .fromClient(.connectionClose, code)
  }
}
