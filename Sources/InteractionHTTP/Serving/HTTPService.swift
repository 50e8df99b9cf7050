package import NIOCore
package import NIOHTTP1

/// Answers the requests of a listener.
package protocol HTTPService: Sendable {
  /// The refusal of a request before its body is read; nil if the body is to be read.
  func refusal(of head: HTTPRequestHead, on listener: SocketAddress?) -> HTTPResponse?

  /// Answers a request; cancelled when the client is gone.
  func answer(_ request: HTTPRequest) async -> HTTPResponse

  /// Whether the answer goes on for as long as the client wants.
  func isEndless(_ request: HTTPRequest) -> Bool

  /// The outcome of a request that may ask for another protocol.
  func upgrade(_ head: HTTPRequestHead, on loop: any EventLoop) -> HTTPUpgrade
}

extension HTTPService {
  package func isEndless(_ request: HTTPRequest) -> Bool { false }

  package func upgrade(_ head: HTTPRequestHead, on loop: any EventLoop) -> HTTPUpgrade { .none }
}

/// The outcome of a request that may ask for another protocol.
package enum HTTPUpgrade {
  /// It is answered as all others are.
  case none
  case refuse(HTTPResponse)
  /// The connection has these handlers from now on, after an answer with these headers.
  case accept(HTTPHeaders, handlers: [any ChannelHandler])
}

/// Watches the requests of a connection, on its event loop.
package protocol HTTPWatch: AnyObject {
  func requestBegan()

  /// So many bytes of a request have come.
  func received(_ bytes: Int)

  /// The request is whole; the client has nothing to say until it is answered.
  func answerBegan()

  /// The request is not held any more. So many bytes of its answer are.
  func holds(_ bytes: Int)

  func answerEnded()
}

/// Limits of a request, each named once.
package struct HTTPLimits: Hashable, Sendable {
  /// Largest header field, bytes.
  package var headerFieldBytes = 8 << 10
  /// All header fields, bytes.
  package var headerBytes = 16 << 10
  /// Header fields.
  package var headerFields = 64
  /// Largest body, bytes.
  package var bodyBytes = 1 << 10
  /// Time that a request may take to arrive.
  package var requestTime = Duration.seconds(30)
  /// Longest pause within a request.
  package var progressTime = Duration.seconds(5)
  /// Advice for clients whose headers are too large, told with the limit.
  package var headerAdvice = ""

  package init() {}
}
