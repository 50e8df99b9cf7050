import Hummingbird
import NIOCore

/// Answers the requests.
struct MonitoringResponder: HTTPResponder {
  /// The connection that a request came on.
  struct Context: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      self.channel = source.channel
    }
  }

  let metrics: PrometheusMetrics
  let readiness: @Sendable () -> Readiness
  /// Largest body of a request, bytes. Nothing here has a use for one.
  let bodyBytes: Int
  let allowsHost: MonitoringServer.HostRule

  func respond(to request: Request, context: Context) async throws -> Response {
    let hosts = request.head.authority.map { [$0] } ?? []
    guard self.allowsHost(hosts, context.channel.localAddress) else {
      return self.response(
        .misdirectedRequest, "host must be localhost or a loopback address here\n")
    }
    guard self.hasSmallBody(request) else { return self.refuseBody(closing: context.channel) }
    switch request.method {
    case .get: return self.response(to: request.uri.path)
    case .head: return self.response(to: request.uri.path).createHeadResponse()
    default: return self.nothing("Only GET and HEAD are served.")
    }
  }

  private func response(to path: String) -> Response {
    switch Endpoint(rawValue: path) {
    case .index:
      return self.response(.ok, IndexPage.html, type: "text/html; charset=utf-8")
    case .metrics:
      return self.response(
        .ok, self.metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
    case .live:
      return self.response(.ok, "ok")
    case .ready:
      switch self.readiness() {
      case .ready: return self.response(.ok, "ready")
      case .notReady(let reason): return self.response(.serviceUnavailable, reason)
      }
    case nil:
      return self.nothing("Nothing is served here.")
    }
  }

  /// Says what there is instead.
  private func nothing(_ problem: String) -> Response {
    let paths = Endpoint.allCases.map(\.rawValue).joined(separator: ", ")
    return self.response(.notFound, "\(problem) There is: \(paths)\n")
  }

  private func response(
    _ status: HTTPResponse.Status, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: type,
        .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension MonitoringResponder {
  /// Whether the body, which is read and thrown away, is known to end soon.
  private func hasSmallBody(_ request: Request) -> Bool {
    if request.headers[.transferEncoding] != nil { return false }
    guard let length = request.headers[.contentLength] else { return true }
    return Int(length).map { $0 <= self.bodyBytes } ?? false
  }

  /// Answers and then cuts the connection, since there is no other way not to read the rest.
  private func refuseBody(closing channel: any Channel) -> Response {
    let text = "The body is too large.\n"
    var response = self.response(.contentTooLarge, text)
    response.headers[.connection] = "close"
    response.body = ResponseBody(contentLength: text.utf8.count) { writer in
      try await writer.write(ByteBuffer(string: text))
      try await writer.finish(nil)
      channel.close(promise: nil)
    }
    return response
  }
}
