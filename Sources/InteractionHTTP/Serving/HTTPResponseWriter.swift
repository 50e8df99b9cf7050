import NIOCore
import NIOHTTP1

/// Writes the answer to one request, up to its end, which the handler writes when it is ready for
/// the next one.
struct HTTPResponseWriter: Sendable {
  private let head: HTTPRequestHead
  private let channel: any Channel
  /// Whether the connection closes after it.
  let isLast: Bool

  init(to head: HTTPRequestHead, on channel: any Channel, isLast: Bool) {
    self.head = head
    self.channel = channel
    self.isLast = isLast
  }

  /// Returns whether the answer is whole.
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
        // Sent with the body, or with the end.
        self.channel.write(HTTPServerResponsePart.head(head), promise: nil)
        if self.head.method != .HEAD { try await self.send(body) }
      case .stream(let produce):
        try await self.send(.head(head))
        try await produce { try await self.send($0) }
      }
      return true
    } catch {
      // The client is gone, or the stream of chunks has broken off: an end would look like a whole
      // answer.
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
