import NIOCore
import NIOHTTP1

/// Writes the response to one request, except its end, which the handler writes once it is ready
/// for the next request.
struct HTTPResponseWriter: Sendable {
  private let head: HTTPRequestHead
  private let channel: any Channel
  /// A Boolean value that indicates whether the connection closes after this response.
  let isLast: Bool

  init(to head: HTTPRequestHead, on channel: any Channel, isLast: Bool) {
    self.head = head
    self.channel = channel
    self.isLast = isLast
  }

  /// Writes the head and the body.
  ///
  /// - Returns: True if the response is complete; false if it failed and the connection was closed.
  func write(_ response: HTTPResponse) async -> Bool {
    var head = HTTPResponseHead(
      version: self.head.version, status: response.status, headers: response.headers)
    if self.isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
    do {
      switch response.body {
      case .bytes(let body):
        if response.status != .noContent {
          head.headers.replaceOrAdd(name: "content-length", value: "\(body.count)")
        }
        // Flushed with the body or the end.
        self.channel.write(HTTPServerResponsePart.head(head), promise: nil)
        if self.head.method != .HEAD { try await self.send(body) }
      case .stream(let produce):
        try await self.send(.head(head))
        try await produce { try await self.send($0) }
      }
      return true
    } catch {
      // The client disconnected or the stream failed: ending the response would make it look
      // complete.
      self.channel.close(promise: nil)
      return false
    }
  }

  private func send(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    try await self.send(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
  }

  private func send(_ part: HTTPServerResponsePart) async throws {
    try await self.channel.writeAndFlush(part)
  }
}
