import GRPCCore
import InteractionService
import NIOCore
import NIOHTTP1

/// Everything that a web listener answers, but WebSockets.
struct WebService: Sendable {
  static let interactPath = "/v1/interact"
  /// How long browsers keep what a preflight allows, seconds.
  private static let preflightAge = "7200"

  let origins: WebOrigins
  let calls: WebCalls
  let routes: [WebRoute]

  /// Why a request is refused whatever its body says; nil if that is worth reading.
  func refusal(of head: HTTPRequestHead) -> WebResponse? {
    if let refusal = self.foreign(head) { return refusal }
    let path = head.path
    if self.calls.table[path] != nil {
      return head.method == .POST ? nil : Self.wrongMethod("POST, OPTIONS")
    }
    let here = self.routes.filter { $0.path == path }
    guard !here.isEmpty else { return self.missing(head) }
    return here.contains { $0.method == head.method }
      ? nil : Self.wrongMethod(here.map(\.method.rawValue).joined(separator: ", "))
  }

  /// Answers a request.
  func answer(_ request: WebRequest) async -> WebResponse {
    if let refusal = self.foreign(request.head) { return refusal }
    var response = await self.answerOwn(request)
    response.headers.add(name: "vary", value: "origin")
    if let origin = request.head.headers["origin"].first {
      response.headers.add(name: "access-control-allow-origin", value: origin)
    }
    return response
  }

  /// The answer to a page that comes from elsewhere; nil if it may ask for this.
  func foreign(_ head: HTTPRequestHead) -> WebResponse? {
    let path = head.path
    let isForOperators =
      self.calls.table[path]?.isForOperators ?? self.routes.contains { $0.path == path }
    let purpose: WebOrigins.Purpose = isForOperators ? .operate : .use
    let origins = head.headers["origin"]
    return self.origins.allow(origins, to: purpose) ? nil : .foreign(origins, to: purpose)
  }

  /// Whether the answer goes on for as long as the client wants.
  func isEndless(_ request: WebRequest) -> Bool {
    self.calls.table[request.path]?.isStreaming == true
  }

  private func answerOwn(_ request: WebRequest) async -> WebResponse {
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

  /// Another path. One that looks like a call's is answered in the form of calls.
  private func missing(_ head: HTTPRequestHead) -> WebResponse {
    if head.path == Self.interactPath {
      var response = WebResponse(
        .upgradeRequired, "\(Self.interactPath) is a WebSocket; ask for an upgrade with GET")
      response.headers.add(name: "upgrade", value: "websocket")
      return response
    }
    guard head.method == .POST else {
      return WebResponse(.notFound, "there is nothing at \(head.path.prefix(200))")
    }
    return WebResponse(
      ConnectError(.unimplemented, "there is no call \(head.path.prefix(200)) on this listener"))
  }

  private static var preflight: WebResponse {
    var response = WebResponse(.noContent, "")
    response.body = .bytes([])
    response.headers = [
      "access-control-allow-methods": "POST",
      "access-control-allow-headers":
        "authorization, connect-protocol-version, connect-timeout-ms, content-type, traceparent,"
        + " tracestate, x-interaction-key",
      "access-control-max-age": Self.preflightAge,
    ]
    return response
  }

  private static func wrongMethod(_ methods: String) -> WebResponse {
    var response = WebResponse(.methodNotAllowed, "the methods here are \(methods)")
    response.headers.add(name: "allow", value: methods)
    return response
  }
}

extension WebResponse {
  /// An error of a call.
  init(_ error: ConnectError) {
    self.init(
      HTTPResponseStatus(statusCode: error.httpStatus), type: "application/json", body: error.json)
  }

  /// The request names another host than this listener's.
  static var misdirected: WebResponse {
    WebResponse(
      .misdirectedRequest,
      "host must be localhost or a loopback address here; a proxy has to set it, or --web-origin to"
        + " name the page's origin")
  }

  /// The page that sends the request comes from elsewhere.
  fileprivate static func foreign(
    _ origins: [String], to purpose: WebOrigins.Purpose
  ) -> WebResponse {
    let name = origins.first.map { String($0.prefix(200)) } ?? ""
    let (what, option) =
      switch purpose {
      case .use: ("use this engine", "--web-origin")
      case .operate: ("operate this engine", "--operator-web-origin")
      }
    return WebResponse(
      ConnectError(
        .permissionDenied,
        "pages of \(name) may not \(what); its operator allows them with \(option)"))
  }
}
