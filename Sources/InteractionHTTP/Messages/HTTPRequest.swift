package import NIOCore
package import NIOHTTP1

/// A request over HTTP/1.1, whole.
package struct HTTPRequest: Sendable {
  package var head: HTTPRequestHead
  package var body: ByteBuffer

  package var path: String { self.head.path }
}

extension HTTPRequestHead {
  /// The path, without what follows a question mark.
  package var path: String { String(self.uri.prefix { $0 != "?" }) }

  /// Whether a body follows.
  package var hasBody: Bool {
    self.headers.contains(name: "transfer-encoding")
      || self.headers.first(name: "content-length").map { $0 != "0" } ?? false
  }
}
