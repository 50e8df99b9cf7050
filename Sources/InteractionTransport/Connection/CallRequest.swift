import GRPCCore
import InteractionService
import InteractionWire
import NIOCore
import NIOHPACK

/// The request headers of a call.
package struct CallRequest {
  private static let contentTypes: Set<String> = ["application/grpc", "application/grpc+proto"]

  private let headers: HPACKHeaders

  /// - Parameter headers: Well-formed request headers.
  init(_ headers: HPACKHeaders) {
    self.headers = headers
  }

  /// The path: `/service/method`.
  package var path: String { self.headers.first(name: ":path") ?? "" }

  /// The method; nil if the path does not name one.
  var method: MethodDescriptor? {
    let parts = self.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, !parts[2].isEmpty else {
      return nil
    }
    return MethodDescriptor(
      fullyQualifiedService: String(parts[1]), method: String(parts[2]))
  }

  /// The values of all `authorization` headers.
  var authorization: [String] { self.headers["authorization"] }

  /// The caller's trace ID, if any.
  var trace: TraceID? { TraceID(traceparent: self.headers["traceparent"]) }

  /// The key by which a proxy chose this server, if any.
  var routingKey: String? { self.headers.first(name: RoutingKey.header) }

  /// The timeout of the call (`grpc-timeout`); nil for none.
  var timeout: TimeAmount? { self.headers.timeout }

  /// The request's `content-length`, in bytes; nil without one.
  var contentLength: Int? { self.headers.contentLength }

  /// The metadata: all headers but pseudo-headers. An invalid `grpc-timeout` is removed, since
  /// grpc-swift traps on it.
  var metadata: Metadata {
    var metadata = Metadata()
    for (name, value, _) in self.headers.withoutInvalidTimeout where !name.hasPrefix(":") {
      metadata.addString(value, forKey: name)
    }
    return metadata
  }

  /// The Trailers-Only response to a request that is not gRPC; nil for one that is.
  var refusal: HPACKHeaders? {
    guard let type = self.headers.first(name: "content-type"), Self.contentTypes.contains(type)
    else { return [":status": "415"] }
    guard self.headers.first(name: ":method") == "POST" else {
      return self.invalid(":method", "must be POST")
    }
    guard ["http", "https"].contains(self.headers.first(name: ":scheme")) else {
      return self.invalid(":scheme", "must be http or https")
    }
    let encodings = self.headers["grpc-encoding"]
    guard encodings.allSatisfy({ $0 == "identity" }) else {
      let name = encodings.joined(separator: ", ").prefix(40)
      return Self.refusal(
        .unimplemented, "grpc-encoding '\(name)' is not supported; use identity",
        ["grpc-accept-encoding": "identity"])
    }
    guard self.method != nil else {
      return Self.refusal(
        .unimplemented, ":path is '\(self.path.prefix(200))'; must be /service/method")
    }
    return nil
  }

  /// Returns the response to a request with an invalid header.
  private func invalid(_ name: String, _ requirement: String) -> HPACKHeaders {
    let value = (self.headers.first(name: name) ?? "").prefix(40)
    return Self.refusal(.invalidArgument, "\(name) is '\(value)'; \(requirement)")
  }

  private static func refusal(
    _ code: Status.Code, _ message: String, _ metadata: Metadata = [:]
  ) -> HPACKHeaders {
    HPACKHeaders(
      status: CallStatus(code: code, message: message, metadata: metadata), isOnly: true)
  }
}
