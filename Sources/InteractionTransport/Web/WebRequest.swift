package import NIOCore
package import NIOHTTP1

/// A request over HTTP/1.1, whole.
package struct WebRequest: Sendable {
  package var head: HTTPRequestHead
  package var body: ByteBuffer

  package var path: String { self.head.path }
}

extension HTTPRequestHead {
  /// The path, without what follows a question mark.
  package var path: String { String(self.uri.prefix { $0 != "?" }) }

  /// Whether a body follows.
  var hasBody: Bool {
    self.headers.contains(name: "transfer-encoding")
      || self.headers.first(name: "content-length").map { $0 != "0" } ?? false
  }
}

/// What a request is answered with.
package struct WebResponse: Sendable {
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

/// A resource of a listener: a page, or what a page asks for.
package struct WebRoute: Sendable {
  package var method: HTTPMethod
  package var path: String
  package var answer: @Sendable (WebRequest) async -> WebResponse

  package init(
    _ method: HTTPMethod, _ path: String,
    answer: @escaping @Sendable (WebRequest) async -> WebResponse
  ) {
    self.method = method
    self.path = path
    self.answer = answer
  }
}
