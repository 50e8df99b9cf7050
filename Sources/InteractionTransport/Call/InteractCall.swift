import InteractionService
import NIOCore
import NIOHPACK

/// A call of `Interact` as its headers have it.
struct InteractCall: Hashable {
  static let path = "/interaction.v1.InteractionService/Interact"

  /// Every `authorization`.
  let authorization: [String]
  /// What it is part of; nil if `traceparent` names no trace.
  let trace: TraceID?
  /// How long the client lets it take; nil for as long as it wants.
  let timeout: TimeAmount?
  /// Whether the client says how much DATA will come; the HTTP/2 handler counts it then.
  let isCounted: Bool

  /// Nil if the headers are another method's, or ask for anything but gRPC as it is by default: a
  /// content type or a compression of its own.
  init?(_ headers: HPACKHeaders) {
    guard headers.first(name: ":path") == Self.path, headers.first(name: ":method") == "POST",
      ["http", "https"].contains(headers.first(name: ":scheme")),
      ["application/grpc", "application/grpc+proto"].contains(headers.first(name: "content-type")),
      headers["grpc-encoding"].allSatisfy({ $0 == "identity" })
    else { return nil }
    self.isCounted = headers.contains(name: "content-length")
    self.authorization = headers["authorization"]
    self.trace = TraceID(traceparent: headers["traceparent"])
    self.timeout = headers.first(name: "grpc-timeout").flatMap(Self.timeout)
  }

  /// A number of at most eight digits, and its unit; nil if the text is anything else.
  private static func timeout(_ text: String) -> TimeAmount? {
    guard let unit = text.last, (2 ... 9).contains(text.utf8.count),
      text.utf8.dropLast().allSatisfy((UInt8(ascii: "0") ... UInt8(ascii: "9")).contains),
      let amount = Int64(text.dropLast())
    else { return nil }
    return switch unit {
    case "H": .hours(amount)
    case "M": .minutes(amount)
    case "S": .seconds(amount)
    case "m": .milliseconds(amount)
    case "u": .microseconds(amount)
    case "n": .nanoseconds(amount)
    default: nil
    }
  }
}
