import GRPCCore
import InteractionCore
import InteractionHTTP
import InteractionService
import InteractionStream
import InteractionWire
import NIOCore
import NIOHTTP1
import Synchronization

/// Calls over HTTP/1.1 in the Connect protocol.
struct WebCalls: Sendable {
  /// The calls by path.
  let table: [String: JSONCall]
  let handler: WebTransport.Handler
  /// The peer's address.
  let peer: String

  /// The content types of the Connect protocol.
  private enum ContentType: String {
    case json = "application/json"
    case proto = "application/proto"
    case streamedJSON = "application/connect+json"
    case streamedProto = "application/connect+proto"

    var isStreamed: Bool { self == .streamedJSON || self == .streamedProto }
    var isJSON: Bool { self == .json || self == .streamedJSON }
  }

  func answer(_ request: HTTPRequest, with call: JSONCall) async -> HTTPResponse {
    guard let form = Self.form(of: request.head.headers), form.isStreamed == call.isStreaming else {
      return Self.wrongForm(call)
    }
    do {
      try Self.check(request.head.headers)
      var body = Array(request.body.readableBytesView)
      if form.isStreamed { body = try Self.message(inEnvelope: body) }
      let message = form.isJSON ? try call.request(body) : body
      let asked = WebCall(
        method: call.method, metadata: try Self.metadata(request.head.headers), message: message,
        peer: self.peer)
      return form.isStreamed
        ? self.stream(asked, call, form) : try await self.single(asked, call, form)
    } catch let error as any RPCErrorConvertible {
      return HTTPResponse(ConnectError(error))
    } catch let error as RPCError {
      return HTTPResponse(ConnectError(error))
    } catch {
      return HTTPResponse(ConnectError(.unknown, "\(error)"))
    }
  }

  // MARK: Unary

  private func single(
    _ asked: WebCall, _ call: JSONCall, _ form: ContentType
  ) async throws -> HTTPResponse {
    let answers = Mutex<[[UInt8]]>([])
    try await asked.run(self.handler) { message in answers.withLock { $0.append(message) } }
    let message = answers.withLock { $0.first } ?? []
    return HTTPResponse(
      .ok, type: form.rawValue, body: form.isJSON ? try call.response(message) : message)
  }

  // MARK: Server streaming

  private func stream(_ asked: WebCall, _ call: JSONCall, _ form: ContentType) -> HTTPResponse {
    var response = HTTPResponse(.ok, type: form.rawValue, body: [])
    response.body = .stream { write in
      var end: [UInt8] = Array("{}".utf8)
      do {
        try await asked.run(self.handler) { message in
          try await write(
            Self.envelope(form.isJSON ? try call.response(message) : message, flags: 0))
        }
      } catch let error as RPCError {
        end = Array("{\"error\":".utf8) + ConnectError(error).json + Array("}".utf8)
      }
      try await write(Self.envelope(end, flags: 2))
    }
    return response
  }

  /// Returns a message in its envelope: flags, four bytes of length, the message.
  private static func envelope(_ message: [UInt8], flags: UInt8) -> [UInt8] {
    let length = UInt32(message.count)
    return [flags] + (0 ..< 4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + message
  }

  private static func message(inEnvelope body: [UInt8]) throws(StreamError) -> [UInt8] {
    let length = body.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard body.count >= 5, body[0] == 0, body.count == 5 + length else {
      throw StreamError(
        .invalidArgument, "the body must be one uncompressed message in a Connect envelope")
    }
    return Array(body.dropFirst(5))
  }

  // MARK: Headers

  private static func form(of headers: HTTPHeaders) -> ContentType? {
    let types = headers["content-type"]
    guard types.count == 1, let type = types[0].split(separator: ";").first else { return nil }
    return ContentType(rawValue: type.lowercased().filter { $0 != " " })
  }

  private static func wrongForm(_ call: JSONCall) -> HTTPResponse {
    let forms: [ContentType] =
      call.isStreaming ? [.streamedJSON, .streamedProto] : [.json, .proto]
    let names = forms.map(\.rawValue).joined(separator: ", ")
    var response = HTTPResponse(
      .unsupportedMediaType, "content-type must be \(names) for this method")
    response.headers.add(name: "accept-post", value: names)
    return response
  }

  private static func check(_ headers: HTTPHeaders) throws {
    for name in ["content-encoding", "connect-content-encoding"] {
      let encoding = headers.first(name: name) ?? "identity"
      guard encoding == "identity" else {
        throw RPCError(
          code: .unimplemented,
          message: "\(name) '\(encoding.prefix(40))' is not supported; use identity")
      }
    }
    let version = headers.first(name: "connect-protocol-version") ?? "1"
    guard version == "1" else {
      throw StreamError(
        .invalidArgument, "connect-protocol-version is '\(version.prefix(40))'; must be 1")
    }
  }

  /// Returns the metadata of a call: the caller's token, the routing key, the addressed engine, the
  /// trace and the timeout.
  private static func metadata(_ headers: HTTPHeaders) throws -> Metadata {
    var metadata = Metadata()
    for name in ["authorization", RoutingKey.header, RoutingKey.engineHeader, "traceparent"] {
      for value in headers[name] { metadata.addString(value, forKey: name) }
    }
    guard let timeout = headers.first(name: "connect-timeout-ms") else { return metadata }
    let isNumber = timeout.utf8.allSatisfy { (48 ... 57).contains($0) }
    guard isNumber, (1 ... 10).contains(timeout.utf8.count), let time = Int64(timeout) else {
      throw StreamError(
        .invalidArgument,
        "connect-timeout-ms is '\(timeout.prefix(40))'; must be a number of at most 10 digits")
    }
    guard time > 0 else {
      throw RPCError(
        code: .deadlineExceeded, message: "connect-timeout-ms is 0: deadline exceeded")
    }
    // `grpc-timeout` has at most eight digits: longer timeouts in seconds.
    metadata.addString(
      time < 100_000_000 ? "\(time)m" : "\(time / 1_000)S", forKey: "grpc-timeout")
    return metadata
  }
}
