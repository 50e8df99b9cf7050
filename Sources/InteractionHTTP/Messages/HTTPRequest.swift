package import NIOCore
package import NIOHTTP1

/// A complete HTTP/1.1 request.
package struct HTTPRequest: Sendable {
  package var head: HTTPRequestHead
  package var body: ByteBuffer

  package var path: String { self.head.path }
}

extension HTTPRequestHead {
  /// The path without the query.
  package var path: String { String(self.uri.prefix { $0 != "?" }) }

  /// A Boolean value that indicates whether a body follows.
  package var hasBody: Bool {
    self.headers.contains(name: "transfer-encoding")
      || self.headers.first(name: "content-length").map { $0 != "0" } ?? false
  }
}
