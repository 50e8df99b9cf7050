import InteractionClient
import InteractionWire
import NIOCore
import NIOHPACK
import NIOHTTP2
import SwiftProtobuf

/// One `Interact` call: gRPC's headers, length-prefixed messages and trailers on an HTTP/2 stream.
final class HTTP2Call: LoadCall, ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private static let path = "/interaction.v1.InteractionService/Interact"

  private let delegate: any LoadCallDelegate
  private let headers: HPACKHeaders
  private var context: ChannelHandlerContext?
  private var inbound = ByteBuffer()
  private var isOver = false

  /// - Parameters:
  ///   - key: The routing key, by which proxies choose an engine.
  ///   - token: The access token; nil if the engine requires none.
  init(_ delegate: any LoadCallDelegate, to target: LoadEndpoint, key: String, token: String?) {
    self.delegate = delegate
    var headers: HPACKHeaders = [
      ":method": "POST", ":scheme": target.security == nil ? "http" : "https",
      ":path": Self.path, ":authority": "\(target)",
      "content-type": "application/grpc", "te": "trailers", "user-agent": "interaction-load",
    ]
    headers.add(name: RoutingKey.header, value: key)
    if let token {
      headers.add(
        name: "authorization", value: "Bearer \(token)", indexing: .neverIndexed)
    }
    self.headers = headers
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    context.write(self.wrapOutboundOut(.headers(.init(headers: self.headers))), promise: nil)
    self.delegate.callBegan(self)
  }

  func write(_ message: ByteBuffer) {
    guard let context else { return }
    context.write(self.wrapOutboundOut(.data(.init(data: .byteBuffer(message)))), promise: nil)
  }

  func flush() {
    self.context?.flush()
  }

  func finish() {
    guard let context else { return }
    let end = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer()), endStream: true)
    context.writeAndFlush(self.wrapOutboundOut(.data(end)), promise: nil)
  }

  func cancel() {
    self.context?.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.unwrapInboundIn(data) {
    case .headers(let headers) where headers.endStream:
      self.end(CallOutcome(trailers: headers.headers))
    case .data(let data):
      guard case .byteBuffer(var bytes) = data.data else { return }
      if self.inbound.readableBytes == 0 {
        self.inbound = bytes
      } else {
        self.inbound.writeBuffer(&bytes)
      }
      self.readMessages()
    default: break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.end(.missingTrailers)
    self.context = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.end(CallOutcome(NetworkError(error)))
    context.close(promise: nil)
  }

  private func readMessages() {
    while let (flag, length) = self.inbound.getMultipleIntegers(
      at: self.inbound.readerIndex, as: (UInt8, UInt32).self)
    {
      let prefix = MessagePrefix(flag: flag, length: length)
      guard self.inbound.readableBytes >= prefix.total else { break }
      self.inbound.moveReaderIndex(forwardBy: MessagePrefix.byteCount)
      let bytes = self.inbound.readBytes(length: prefix.length) ?? []
      do {
        self.delegate.call(self, received: try Proto.Response(serializedBytes: bytes))
      } catch {
        self.end(CallOutcome(.internalError, "a response cannot be decoded: \(error)"))
        self.cancel()
        return
      }
    }
    self.inbound.discardReadBytes()
  }

  private func end(_ end: CallOutcome) {
    guard !self.isOver else { return }
    self.isOver = true
    self.delegate.callEnded(self, end)
  }
}
