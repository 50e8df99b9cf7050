import NIOCore
import NIOHTTP1

/// Answers malformed HTTP/1.1 and oversized headers with an error response.
final class HTTPErrorHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: HTTPLimits
  private var isAnswering = false

  init(_ limits: HTTPLimits) {
    self.limits = limits
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A response that has begun cannot be replaced, and a request cut off by a closing connection
    // gets none.
    if let error = error as? HTTPParserError, !self.isAnswering, context.channel.isActive {
      self.answer(error, on: context)
    }
    context.fireErrorCaught(error)
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    switch self.unwrapOutboundIn(data) {
    case .head(let head) where head.isInformational: break
    case .head: self.isAnswering = true
    case .body: break
    case .end: self.isAnswering = false
    }
    context.write(data, promise: promise)
  }

  private func answer(_ error: HTTPParserError, on context: ChannelHandlerContext) {
    let (status, text): (HTTPResponseStatus, String) =
      switch error {
      case .headerOverflow:
        (
          .requestHeaderFieldsTooLarge,
          "headers too large: at most \(self.limits.headerFieldBytes) bytes per field,"
            + " \(self.limits.headerBytes) bytes per request\(self.limits.headerAdvice) and"
            + " \(self.limits.headerFields) fields\n"
        )
      default: (.badRequest, "malformed HTTP/1.1 request: \(error)\n")
      }
    let body = ByteBuffer(string: text)
    let headers: HTTPHeaders = [
      "connection": "close", "content-type": "text/plain; charset=utf-8",
      "content-length": "\(body.readableBytes)",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(self.wrapOutboundOut(.head(head)), promise: nil)
    context.write(self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
  }
}

extension HTTPResponseHead {
  fileprivate var isInformational: Bool { (100 ..< 200).contains(self.status.code) }
}
