package import NIOHTTP1

/// What a request is answered with.
package struct HTTPResponse: Sendable {
  /// What follows the headers.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Chunks, for as long as there are any; cancelled when the client is gone.
    case stream(
      @Sendable (_ write: @escaping @Sendable ([UInt8]) async throws -> Void) async throws -> Void)

    /// Bytes that are held at once; each chunk is written before the next one is made.
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

  /// A line of text, such as says why a request is refused.
  package init(_ status: HTTPResponseStatus, _ text: String) {
    self.init(status, type: "text/plain; charset=utf-8", body: Array("\(text)\n".utf8))
  }
}
