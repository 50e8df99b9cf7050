package import InteractionClient
import NIOCore
import NIOPosix
import NIOWebSocket

/// Opens WebSocket connections to engines on this machine with SwiftNIO, so that the Swift client,
/// and the checks built on it, test the browsers' path.
package struct NIOWebSockets: WebSocketConnector {
  package init() {}

  package func open(_ address: String, protocols: [String]) async throws -> any WebSocket {
    let parts = address.dropFirst("ws://".count).split(separator: "/", maxSplits: 1)
    guard address.hasPrefix("ws://"), parts.count == 2, let colon = parts[0].lastIndex(of: ":"),
      let port = Int(parts[0][colon...].dropFirst())
    else {
      throw InteractionError(
        code: .invalidArgument,
        message: "the address is '\(address)'; must be such as ws://127.0.0.1:8081/v1/interact")
    }
    let (events, event) = AsyncStream<WebSocketConnection.Event>.makeStream()
    let channel = try await WebSocketConnection.open(
      String(parts[0][..<colon]), port, path: "/\(parts[1])", protocols: protocols,
      on: MultiThreadedEventLoopGroup.singleton
    ) { event.yield($0) }
    return NIOWebSocketChannel(channel: channel, events: events)
  }
}

/// A WebSocket connection on a channel.
private struct NIOWebSocketChannel: WebSocket {
  let channel: any Channel
  /// Has one consumer.
  let events: AsyncStream<WebSocketConnection.Event>

  func send(_ message: [UInt8]) async throws {
    try await self.channel.writeAndFlush(
      WebSocketFrame.fromClient(.binary, ByteBuffer(bytes: message)))
  }

  func next() async throws -> WebSocketEvent {
    for await event in self.events {
      switch event {
      case .message(let bytes): return .message(Array(bytes.readableBytesView))
      case .text(let text): return .text(text)
      case .closed(let code): return .closed(code: code, reason: "")
      }
    }
    return .closed(code: 1006, reason: "")
  }

  func close() {
    self.channel.writeAndFlush(WebSocketFrame.normalClosure, promise: nil)
  }

  func cancel() {
    self.channel.close(promise: nil)
  }
}
