package import InteractionHTTP
package import NIOHTTP1

/// A resource of a web listener: a page or its data.
package struct WebRoute: Sendable {
  package var method: HTTPMethod
  package var path: String
  package var answer: @Sendable (HTTPRequest) async -> HTTPResponse

  package init(
    _ method: HTTPMethod, _ path: String,
    answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.method = method
    self.path = path
    self.answer = answer
  }
}
