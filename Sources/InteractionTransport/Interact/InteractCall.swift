import InteractionService
import InteractionWire
import NIOCore
import NIOHPACK

/// A call of `Interact` as its headers have it.
struct InteractCall: Hashable {
  static let path = "/interaction.v1.InteractionService/Interact"

  /// Every `authorization`.
  let authorization: [String]
  /// The caller's trace ID, if any.
  let trace: TraceID?
  /// The key by which a proxy chose this server, if any.
  let routingKey: String?
  /// How long the client lets it take; nil for as long as it wants.
  let timeout: TimeAmount?

  /// Nil if the headers are another method's, break a rule of HTTP/2, or ask for anything but gRPC
  /// as it is by default: a content type or a compression of its own, or that DATA be counted.
  init?(_ headers: HPACKHeaders) {
    guard headers.first(name: ":path") == Self.path, headers.first(name: ":method") == "POST",
      ["http", "https"].contains(headers.first(name: ":scheme")),
      ["application/grpc", "application/grpc+proto"].contains(headers.first(name: "content-type")),
      headers["grpc-encoding"].allSatisfy({ $0 == "identity" }),
      !headers.contains(name: "content-length"), headers.isWellFormed
    else { return nil }
    self.authorization = headers["authorization"]
    self.trace = TraceID(traceparent: headers["traceparent"])
    self.routingKey = headers.first(name: RoutingKey.header)
    self.timeout = headers.timeout
  }
}
