import Crypto
import Foundation
import InteractionService
import InteractionWire
import NIOHTTP1

/// The opening handshake of a WebSocket (RFC 6455 §4.2).
struct WebSocketHandshake: Hashable {
  /// The encoding of the messages, a subprotocol.
  enum Encoding: String, Hashable, CaseIterable {
    /// Protobuf's binary format.
    case proto = "interaction.v1.proto"
    /// Protobuf's JSON format.
    case json = "interaction.v1.json"
  }

  /// The refusal of a handshake.
  struct Refusal: Error, Hashable {
    var status: HTTPResponseStatus
    var message: String
  }

  /// The prefix of a subprotocol that carries a token in base64url, since pages cannot set headers.
  static let tokenPrefix = "interaction.bearer."
  private static let version = "13"
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  let form: Encoding
  /// The values of `authorization`, including tokens from subprotocols.
  let authorization: [String]
  /// The caller's trace ID, if any.
  let trace: TraceID?
  /// The routing key by which a proxy chose this server, from the header or the query; nil if there
  /// is none.
  let routingKey: String?
  private let key: String

  /// Returns whether a request asks for a WebSocket.
  static func isAsked(by head: HTTPRequestHead) -> Bool {
    head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
  }

  init(_ head: HTTPRequestHead) throws(Refusal) {
    let headers = head.headers
    guard head.method == .GET, head.version == .http1_1 else {
      throw Refusal(status: .badRequest, message: "a WebSocket handshake must be GET over HTTP/1.1")
    }
    guard headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" })
    else { throw Refusal(status: .badRequest, message: "connection must contain 'upgrade'") }
    guard headers["sec-websocket-version"] == [Self.version] else {
      throw Refusal(
        status: .upgradeRequired, message: "sec-websocket-version must be \(Self.version)")
    }
    let keys = headers["sec-websocket-key"]
    guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else {
      throw Refusal(status: .badRequest, message: "sec-websocket-key must be 16 bytes in base64")
    }
    let names = headers[canonicalForm: "sec-websocket-protocol"].map(String.init)
    guard let form = names.lazy.compactMap(Encoding.init).first else {
      let known = Encoding.allCases.map(\.rawValue).joined(separator: " or ")
      throw Refusal(status: .badRequest, message: "sec-websocket-protocol must name \(known)")
    }
    self.form = form
    self.key = keys[0]
    self.trace = TraceID(traceparent: headers["traceparent"])
    self.routingKey =
      headers.first(name: RoutingKey.header) ?? Self.parameter(RoutingKey.parameter, in: head.uri)
    self.authorization =
      headers["authorization"]
      + names.filter { $0.hasPrefix(Self.tokenPrefix) }.map {
        "Bearer \(Self.token(from: $0.dropFirst(Self.tokenPrefix.count)))"
      }
  }

  /// The response headers.
  var answer: HTTPHeaders {
    let digest = Insecure.SHA1.hash(data: Data("\(self.key)\(Self.suffix)".utf8))
    return [
      "upgrade": "websocket", "connection": "upgrade",
      "sec-websocket-accept": Data(digest).base64EncodedString(),
      "sec-websocket-protocol": self.form.rawValue,
    ]
  }

  private static func parameter(_ name: String, in uri: String) -> String? {
    uri.drop { $0 != "?" }.dropFirst().split(separator: "&")
      .first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// Decodes base64url; empty if it is invalid, which no token is.
  private static func token(from text: Substring) -> String {
    var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    return Data(base64Encoded: String(base64)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
