package import NIOCore
package import NIOHTTP1

/// The request handler of a listener.
package protocol HTTPService: Sendable {
  /// Returns a response that refuses a request before its body is read; nil to read the body.
  func refusal(of head: HTTPRequestHead, on listener: SocketAddress?) -> HTTPResponse?

  /// Responds to a request; cancelled when the client disconnects.
  func respond(to request: HTTPRequest) async -> HTTPResponse

  /// Returns whether the response continues until the client disconnects.
  func isEndless(_ request: HTTPRequest) -> Bool

  /// Decides whether to upgrade the connection to another protocol.
  func upgrade(_ head: HTTPRequestHead, on loop: any EventLoop) -> HTTPUpgrade
}

extension HTTPService {
  package func isEndless(_ request: HTTPRequest) -> Bool { false }

  package func upgrade(_ head: HTTPRequestHead, on loop: any EventLoop) -> HTTPUpgrade { .none }
}

/// The outcome of a possible protocol upgrade.
package enum HTTPUpgrade {
  /// No upgrade: the request is answered as any other.
  case none
  case refuse(HTTPResponse)
  /// Switches the connection to these handlers after a 101 response with these headers.
  case accept(HTTPHeaders, handlers: [any ChannelHandler])
}

/// Observes the requests of a connection, on its event loop.
package protocol HTTPRequestObserver: AnyObject {
  func requestBegan()

  /// Called when bytes of a request body arrive.
  ///
  /// - Parameter bytes: The number of new bytes.
  func received(_ bytes: Int)

  /// Called when the request is complete; the client stays silent until the response.
  func responseBegan()

  /// Called when the request's buffer is released.
  ///
  /// - Parameter bytes: The bytes of the response held in memory.
  func buffered(_ bytes: Int)

  func responseEnded()
}

/// The limits of a request.
package struct HTTPLimits: Hashable, Sendable {
  /// The maximum size of one header field, in bytes.
  package var headerFieldBytes = 8 << 10
  /// The maximum size of all header fields, in bytes.
  package var headerBytes = 16 << 10
  /// The maximum number of header fields.
  package var headerFields = 64
  /// The maximum size of the body, in bytes.
  package var bodyBytes = 1 << 10
  /// The maximum time for a request to arrive completely.
  package var requestTime = Duration.seconds(30)
  /// The maximum pause within a request.
  package var progressTime = Duration.seconds(5)
  /// Advice appended to the error about oversized headers.
  package var headerAdvice = ""

  package init() {}
}
