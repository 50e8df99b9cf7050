import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import InteractionHTTP

@Suite("Responses to malformed requests")
struct HTTPErrorTests {
  /// Returns a server's response to the bytes of a request.
  private static func answer(to text: String) throws -> String {
    var limits = HTTPLimits()
    limits.headerFieldBytes = 12 << 10
    limits.headerAdvice = " (an access token: at most 8192)"
    let channel = EmbeddedChannel()
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(
      ByteToMessageHandler(
        HTTPRequestDecoder(limitConfiguration: NIOHTTPDecoderLimitConfiguration(limits))))
    try pipeline.addHandler(HTTPErrorHandler(limits))
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    _ = try? channel.writeInbound(ByteBuffer(string: text))
    var answer = ""
    while let part = try channel.readOutbound(as: ByteBuffer.self) {
      answer += String(buffer: part)
    }
    _ = try? channel.finish()
    return answer
  }

  private static func request(tokenOf bytes: Int) -> String {
    let token = String(repeating: "a", count: (bytes * 4 + 2) / 3)
    return "GET /v1/interact HTTP/1.1\r\nhost: a\r\nsec-websocket-protocol:"
      + " interaction.v1.proto, interaction.bearer.\(token)\r\n\r\n"
  }

  @Test("a token of 8 KiB fits in a subprotocol; a longer header says the limit")
  func headers() throws {
    #expect(try Self.answer(to: Self.request(tokenOf: 8_192)) == "")
    let answer = try Self.answer(to: Self.request(tokenOf: 10_000))
    #expect(answer.hasPrefix("HTTP/1.1 431 "))
    #expect(answer.contains("12288 bytes") && answer.contains("(an access token: at most 8192)"))
  }

  @Test("bytes that are not HTTP get 400")
  func noRequest() throws {
    let answer = try Self.answer(to: "\u{16}\u{3}\u{1}hello\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("malformed HTTP/1.1 request"))
  }

  @Test("an incomplete request gets no response when its connection closes")
  func leftOver() throws {
    let channel = EmbeddedChannel()
    try HTTPPipeline.add(to: channel, NoService(), limits: HTTPLimits())
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nhost"))
    // Without a complete request it closes at once.
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    channel.embeddedEventLoop.run()
    #expect(!channel.isActive)
    #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
    _ = try? channel.finish(acceptAlreadyClosed: true)
  }
}

private struct NoService: HTTPService {
  func refusal(of head: HTTPRequestHead, on listener: SocketAddress?) -> HTTPResponse? { nil }

  func respond(to request: HTTPRequest) async -> HTTPResponse { HTTPResponse(.ok, "") }
}
