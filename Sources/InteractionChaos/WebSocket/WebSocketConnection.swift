import InteractionClient
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
  package enum Event: Equatable {
    case message(ByteBuffer)
    case text(String)
    /// The connection has ended, with the code 1006 if without a close frame. The last event.
    case closed(code: Int)
  }

  private static let longestFrame = 16 << 20

  private let onEvent: (Event) -> Void
  private var isClosed = false

  package init(onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
  }

  /// Connects and upgrades to a WebSocket.
  ///
  /// - Parameters:
  ///   - path: The path with the query, such as `/v1/interact?key=home-1`.
  ///   - patience: The timeout for connecting, and for connecting and upgrading together.
  ///   - onEvent: Called with events on the connection's event loop.
  /// - Throws: The connection's error, or ``InteractionError`` if the server refuses the upgrade.
  package static func open(
    _ host: String, _ port: Int, path: String, protocols: [String], on group: any EventLoopGroup,
    patience: TimeAmount = .seconds(5), onEvent: @escaping @Sendable (Event) -> Void
  ) async throws -> any Channel {
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
    head.headers.add(name: "host", value: "\(host):\(port)")
    head.headers.add(name: "content-length", value: "0")
    head.headers.add(name: "sec-websocket-protocol", value: protocols.joined(separator: ", "))
    let upgraded = try await ClientBootstrap(group: group)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .connectTimeout(patience)
      .connect(host: host, port: port) { [head] channel in
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
              upgradeConfiguration: .init(upgradeRequestHead: head, upgraders: [upgrader]) {
                channel in
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

  private static let noWebSocket = InteractionError(
    code: .unavailable, message: "the server refused the WebSocket handshake")

  package func handlerAdded(context: ChannelHandlerContext) {
    // If the connection closed between the upgrade and this, `channelInactive` was missed.
    if !context.channel.isActive { self.close(1006) }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    self.close(1006)
    context.fireChannelInactive()
  }

  private func close(_ code: Int) {
    guard !self.isClosed else { return }
    self.isClosed = true
    self.onEvent(.closed(code: code))
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = self.unwrapInboundIn(data)
    switch frame.opcode {
    case .binary: self.onEvent(.message(frame.data))
    case .text: self.onEvent(.text(String(buffer: frame.data)))
    case .connectionClose:
      var payload = frame.data
      self.close(payload.readInteger(as: UInt16.self).map(Int.init) ?? 1005)
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
