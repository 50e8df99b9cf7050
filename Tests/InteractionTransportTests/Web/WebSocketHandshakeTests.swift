import InteractionCore
import InteractionService
import InteractionStream
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Testing

@testable import InteractionTransport

@Suite("WebSocketHandshake")
struct WebSocketHandshakeTests {
  /// The example of RFC 6455 §1.3.
  private static let headers: HTTPHeaders = [
    "host": "server.example", "upgrade": "websocket", "connection": "keep-alive, Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13",
    "sec-websocket-protocol": "interaction.v1.proto",
  ]

  private static func head(
    _ change: (inout HTTPHeaders) -> Void = { _ in }, _ method: HTTPMethod = .GET,
    _ version: HTTPVersion = .http1_1
  ) -> HTTPRequestHead {
    var headers = Self.headers
    change(&headers)
    return HTTPRequestHead(version: version, method: method, uri: "/v1/interact", headers: headers)
  }

  private static func refusal(_ head: HTTPRequestHead) -> UInt? {
    do throws(WebSocketHandshake.Refusal) {
      _ = try WebSocketHandshake(head)
      return nil
    } catch {
      return error.status.code
    }
  }

  @Test("the answer is the one of RFC 6455 §1.3")
  func answer() throws {
    let answer = try WebSocketHandshake(Self.head()).answer
    #expect(answer["sec-websocket-accept"] == ["s3pPLMBiTxaQ9kYGzzhZRbK+xOo="])
    #expect(answer["sec-websocket-protocol"] == ["interaction.v1.proto"])
  }

  @Test("invalid handshakes are refused before the upgrade")
  func refusals() {
    #expect(Self.refusal(Self.head()) == nil)
    #expect(Self.refusal(Self.head({ _ in }, .POST)) == 400)
    #expect(Self.refusal(Self.head({ _ in }, .GET, .http1_0)) == 400)
    #expect(Self.refusal(Self.head { $0.remove(name: "connection") }) == 400)
    #expect(
      Self.refusal(Self.head { $0.replaceOrAdd(name: "sec-websocket-version", value: "8") }) == 426)
    #expect(Self.refusal(Self.head { $0.add(name: "sec-websocket-version", value: "13") }) == 426)
    for key in ["", "AAAA", "dGhlIHNhbXBsZSBub25jZQ"] {
      #expect(
        Self.refusal(Self.head { $0.replaceOrAdd(name: "sec-websocket-key", value: key) }) == 400)
    }
    #expect(Self.refusal(Self.head { $0.add(name: "sec-websocket-key", value: "x") }) == 400)
    #expect(
      Self.refusal(Self.head { $0.replaceOrAdd(name: "sec-websocket-protocol", value: "chat") })
        == 400)
  }

  @Test("the first known subprotocol counts, and a token among them says who the client is")
  func subprotocols() throws {
    let handshake = try WebSocketHandshake(
      Self.head {
        $0.replaceOrAdd(
          name: "sec-websocket-protocol",
          value: "chat, interaction.bearer.YS5iLj8_, interaction.v1.json, interaction.v1.proto")
      })
    #expect(handshake.form == .json)
    #expect(handshake.authorization == ["Bearer a.b.??"])
    let header = try WebSocketHandshake(
      Self.head { $0.add(name: "authorization", value: "Bearer t") })
    #expect(header.authorization == ["Bearer t"])
  }

  @Test("the trace that the session is part of")
  func trace() throws {
    let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let handshake = try WebSocketHandshake(Self.head { $0.add(name: "traceparent", value: header) })
    #expect(handshake.trace?.text == "0af7651916cd43dd8448eb211c80319c")
    #expect(try WebSocketHandshake(Self.head()).trace == nil)
  }

  @Test("origins are compared as a whole")
  func origins() throws {
    let origins = try WebOrigins(users: ["https://shop.example"])
      .with(SocketAddress(ipAddress: "::1", port: 8080), isEncrypted: false)
      .with(SocketAddress(ipAddress: "10.0.0.1", port: 443), isEncrypted: true)
    let allowed = [
      [], ["https://shop.example"], ["https://SHOP.example"], ["http://[::1]:8080"],
      ["http://localhost:8080"], ["https://10.0.0.1"],
    ]
    for origin in allowed { #expect(origins.allow(origin, to: .call), "\(origin)") }
    let refused = [
      ["null"], ["http://shop.example"], ["https://shop.example:8443"], ["https://localhost:8080"],
      ["https://shop.example.evil.example"], ["https://evil-shop.example"],
      ["https://shop.example", "https://shop.example"],
    ]
    for origin in refused { #expect(!origins.allow(origin, to: .call), "\(origin)") }
    let operating = [[], ["https://10.0.0.1"], ["https://shop.example"]].map {
      origins.allow($0, to: .operate)
    }
    #expect(operating == [true, true, false])
    let right = [
      "https://shop.example:8443", "capacitor://localhost", "ionic://localhost", "null",
    ]
    for origin in right { #expect(WebOrigins.problem(with: origin) == nil, "\(origin)") }
    let wrong = [
      "*", "shop.example", "https://", "https://a/", "https://A", "://a", "1a://a", "a b://c",
      "ä://a",
    ]
    for wrong in wrong {
      #expect(WebOrigins.problem(with: wrong) != nil, "\(wrong)")
    }
  }

  @Test("an error is the last message, and its status the code of the close frame")
  func closing() {
    var buffer = WebSocketCloseFrames.frames(
      ending: StreamError(.tokenExpired, "the token has expired"))
    let header = buffer.readMultipleIntegers(as: (UInt8, UInt8, UInt16).self)
    #expect(header?.0 == 0x81 && header?.1 == 126)
    let text = buffer.readString(length: Int(header?.2 ?? 0)) ?? ""
    #expect(text.hasPrefix(#"{"code":"unauthenticated","details":[{"debug":{"#))
    #expect(text.contains(#""reason":"TOKEN_EXPIRED""#))
    let close = buffer.readMultipleIntegers(as: (UInt8, UInt8, UInt16).self)
    #expect(close?.0 == 0x88 && close?.1 == 15 && close?.2 == 4016)
    let reason = buffer.readString(length: 13)
    #expect(reason == "TOKEN_EXPIRED")
    #expect(WebSocketCloseFrames.code(of: nil) == .normalClosure)
  }
}
