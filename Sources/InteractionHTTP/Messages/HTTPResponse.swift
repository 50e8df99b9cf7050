package import NIOHTTP1

/// The response to a request.
package struct HTTPResponse: Sendable {
  /// The response body.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Chunks, written until the closure returns; cancelled when the client disconnects.
    case stream(
      @Sendable (_ write: @escaping @Sendable ([UInt8]) async throws -> Void) async throws -> Void)

    /// The bytes held in memory at once; 0 for a stream, of which each chunk is written before the
    /// next is produced.
    var count: Int {
      if case .bytes(let bytes) = self { bytes.count } else { 0 }
    }
  }

  package var status: HTTPResponseStatus
  package var headers: HTTPHeaders
  package var body: Body

  package init(_ status: HTTPResponseStatus, type: String, body: [UInt8]) {
    self.status = status
    self.headers = ["content-type": type, "x-content-type-options": "nosniff"]
    self.body = .bytes(body)
  }

  /// Creates a response of one line of plain text, such as the reason for a refusal.
  package init(_ status: HTTPResponseStatus, _ text: String) {
    self.init(status, type: "text/plain; charset=utf-8", body: Array("\(text)\n".utf8))
  }
}
