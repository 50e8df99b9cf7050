import InteractionChaos
import InteractionClient
import InteractionWire
import NIOCore
import NIOWebSocket
import SwiftProtobuf

/// One `Interact` stream on its own WebSocket: a message is a frame.
///
/// Confined to its connection's event loop.
final class WebSocketCall: LoadCall {
  private let delegate: any LoadCallDelegate
  private var channel: (any Channel)?
  private var isOver = false
  /// The error that the server sent before the close frame.
  private var error: InteractionError?

  init(_ delegate: any LoadCallDelegate) {
    self.delegate = delegate
  }

  /// Begins the call on an open WebSocket.
  func begin(on channel: any Channel) {
    // The connection may already be closed; without a handler, that was not reported.
    guard !self.isOver else { return }
    guard channel.isActive else { return self.end(.missingTrailers) }
    self.channel = channel
    self.delegate.callBegan(self)
  }

  func receive(_ event: WebSocketConnection.Event) {
    switch event {
    case .message(let bytes):
      do {
        let response = try Proto.Response(serializedBytes: Array(bytes.readableBytesView))
        self.delegate.call(self, received: response)
      } catch {
        self.end(CallOutcome(.internalError, "a response cannot be decoded: \(error)"))
        self.cancel()
      }
    case .text(let text):
      self.error = InteractionError(connect: text)
    case .closed(code: 1006):
      self.end(.missingTrailers)
    case .closed(let code):
      let error = self.error ?? InteractionError(closedWith: code, "")
      self.end(error.map(CallOutcome.init) ?? .ok)
    }
  }

  func write(_ message: ByteBuffer) {
    // The WebSocket frame has the length.
    let bytes = message.dropFirst(MessagePrefix.byteCount)
    self.channel?.write(WebSocketFrame.fromClient(.binary, bytes), promise: nil)
  }

  func flush() {
    self.channel?.flush()
  }

  func finish() {
    self.channel?.writeAndFlush(WebSocketFrame.normalClosure, promise: nil)
  }

  func cancel() {
    self.channel?.close(promise: nil)
  }

  private func end(_ end: CallOutcome) {
    guard !self.isOver else { return }
    self.isOver = true
    self.delegate.callEnded(self, end)
  }
}

extension ByteBuffer {
  fileprivate func dropFirst(_ count: Int) -> ByteBuffer {
    self.getSlice(at: self.readerIndex + count, length: self.readableBytes - count) ?? ByteBuffer()
  }
}
