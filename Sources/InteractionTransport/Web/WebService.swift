import GRPCCore
import InteractionHTTP
import InteractionService
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The request handler of a web listener.
struct WebService: HTTPService {
  static let interactPath = "/v1/interact"
  /// The time that browsers cache a preflight response, seconds.
  private static let preflightAge = "7200"

  let origins: WebOrigins
  let calls: WebCalls
  let routes: [WebRoute]
  let engine: Engine
  let limits: ConnectionLimits

  func refusal(of head: HTTPRequestHead, on listener: SocketAddress?) -> HTTPResponse? {
    guard self.origins.allow(hosts: head.headers["host"], on: listener) else { return .misdirected }
    // Refused before the body is read, so that it is not buffered.
    return head.hasBody ? self.refusal(ofBodyOf: head) : nil
  }

  private func refusal(ofBodyOf head: HTTPRequestHead) -> HTTPResponse? {
    if let refusal = self.originRefusal(head) { return refusal }
    let path = head.path
    if self.calls.table[path] != nil {
      return head.method == .POST ? nil : Self.wrongMethod("POST, OPTIONS")
    }
    let here = self.routes.filter { $0.path == path }
    guard !here.isEmpty else { return self.missing(head) }
    return here.contains { $0.method == head.method }
      ? nil : Self.wrongMethod(here.map(\.method.rawValue).joined(separator: ", "))
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    if let refusal = self.originRefusal(request.head) { return refusal }
    var response = await self.answerOwn(request)
    response.headers.add(name: "vary", value: "origin")
    if let origin = request.head.headers["origin"].first {
      response.headers.add(name: "access-control-allow-origin", value: origin)
    }
    return response
  }

  /// Returns the refusal of a disallowed origin; nil if the origin is allowed.
  private func originRefusal(_ head: HTTPRequestHead) -> HTTPResponse? {
    let path = head.path
    let isForOperators =
      self.calls.table[path]?.isForOperators ?? self.routes.contains { $0.path == path }
    let purpose: WebOrigins.Purpose = isForOperators ? .operate : .call
    let origins = head.headers["origin"]
    return self.origins.allow(origins, to: purpose) ? nil : .foreign(origins, to: purpose)
  }

  func isEndless(_ request: HTTPRequest) -> Bool {
    self.calls.table[request.path]?.isStreaming == true
  }

  func upgrade(_ head: HTTPRequestHead, on loop: any EventLoop) -> HTTPUpgrade {
    guard WebSocketHandshake.isAsked(by: head), head.path == Self.interactPath else { return .none }
    if let refusal = self.originRefusal(head) { return .refuse(refusal) }
    do throws(WebSocketHandshake.Refusal) {
      let handshake = try WebSocketHandshake(head)
      let handler = WebSocketHandler(handshake, of: self.engine, limits: self.limits, loop: loop)
      let frames = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: handler.longestFrame))
      return .accept(handshake.answer, handlers: [frames, handler])
    } catch {
      var response = HTTPResponse(error.status, error.message)
      if error.status == .upgradeRequired {
        response.headers.add(name: "sec-websocket-version", value: "13")
      }
      return .refuse(response)
    }
  }

  private func answerOwn(_ request: HTTPRequest) async -> HTTPResponse {
    if let call = self.calls.table[request.path] {
      switch request.head.method {
      case .POST: return await self.calls.answer(request, with: call)
      case .OPTIONS: return Self.preflight
      default: return Self.wrongMethod("POST, OPTIONS")
      }
    }
    let here = self.routes.filter { $0.path == request.path }
    guard !here.isEmpty else { return self.missing(request.head) }
    let method = request.head.method == .HEAD ? .GET : request.head.method
    guard let route = here.first(where: { $0.method == method }) else {
      return Self.wrongMethod(here.map(\.method.rawValue).joined(separator: ", "))
    }
    return await route.answer(request)
  }

  /// Returns the response to an unknown path, in the Connect format if it may be a call's.
  private func missing(_ head: HTTPRequestHead) -> HTTPResponse {
    if head.path == Self.interactPath {
      var response = HTTPResponse(
        .upgradeRequired,
        "\(Self.interactPath) is a WebSocket endpoint; send GET with upgrade: websocket")
      response.headers.add(name: "upgrade", value: "websocket")
      return response
    }
    guard head.method == .POST else {
      return HTTPResponse(.notFound, "no resource at \(head.path.prefix(200))")
    }
    return HTTPResponse(
      ConnectError(.unimplemented, "no method \(head.path.prefix(200)) on this listener"))
  }

  private static var preflight: HTTPResponse {
    var response = HTTPResponse(.noContent, "")
    response.body = .bytes([])
    response.headers = [
      "access-control-allow-methods": "POST",
      "access-control-allow-headers":
        "authorization, connect-protocol-version, connect-timeout-ms, content-type, traceparent,"
        + " tracestate, x-interaction-engine, x-interaction-key",
      "access-control-max-age": Self.preflightAge,
    ]
    return response
  }

  private static func wrongMethod(_ methods: String) -> HTTPResponse {
    var response = HTTPResponse(.methodNotAllowed, "method not allowed; use \(methods)")
    response.headers.add(name: "allow", value: methods)
    return response
  }
}

extension HTTPResponse {
  /// Creates a response with a Connect error.
  init(_ error: ConnectError) {
    self.init(
      HTTPResponseStatus(statusCode: error.httpStatus), type: "application/json", body: error.json)
  }

  /// The refusal of a request whose `Host` is not this listener's.
  static var misdirected: HTTPResponse {
    HTTPResponse(
      .misdirectedRequest,
      "host must be localhost or a loopback address; set it in the proxy, or allow the page's origin"
        + " with --web-origin")
  }

  /// Returns the refusal of a page of a disallowed origin.
  fileprivate static func foreign(
    _ origins: [String], to purpose: WebOrigins.Purpose
  ) -> HTTPResponse {
    let name = origins.first.map { String($0.prefix(200)) } ?? ""
    let (what, option) =
      switch purpose {
      case .call: ("use this engine", "--web-origin")
      case .operate: ("operate this engine", "--operator-web-origin")
      }
    return HTTPResponse(
      ConnectError(
        .permissionDenied,
        "origin \(name) may not \(what); add it with \(option) of the engine"))
  }
}
