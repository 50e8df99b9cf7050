import InteractionHTTP
import NIOCore
import NIOHTTP1

/// Answers the requests.
struct MonitoringService: HTTPService {
  let metrics: PrometheusMetrics
  let readiness: @Sendable () -> Readiness
  let allowsHost: MonitoringServer.HostRule

  func refusal(of head: HTTPRequestHead, on listener: SocketAddress?) -> HTTPResponse? {
    guard self.allowsHost(head.headers["host"], listener) else {
      return HTTPResponse(
        .misdirectedRequest, "host must be localhost or a loopback address")
    }
    // No path takes a body; one with a content length is discarded.
    return head.headers.contains(name: "transfer-encoding")
      ? HTTPResponse(.payloadTooLarge, "requests must not have a body") : nil
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard [.GET, .HEAD].contains(request.head.method) else {
      return self.notFound("Method not allowed; use GET or HEAD.")
    }
    return switch MonitoringPath(rawValue: request.path) {
    case .index: self.response(.ok, IndexPage.html, type: "text/html; charset=utf-8")
    case .metrics:
      self.response(.ok, self.metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
    case .live: self.response(.ok, "ok")
    case .ready:
      switch self.readiness() {
      case .ready: self.response(.ok, "ready")
      case .notReady(let reason): self.response(.serviceUnavailable, reason)
      }
    case nil: self.notFound("Not found.")
    }
  }

  /// Returns a 404 response that lists the paths.
  private func notFound(_ problem: String) -> HTTPResponse {
    let paths = MonitoringPath.allCases.map(\.rawValue).joined(separator: ", ")
    return self.response(.notFound, "\(problem) Paths: \(paths)\n")
  }

  private func response(
    _ status: HTTPResponseStatus, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    var response = HTTPResponse(status, type: type, body: Array(text.utf8))
    response.headers.add(name: "cache-control", value: "no-store")
    return response
  }
}
