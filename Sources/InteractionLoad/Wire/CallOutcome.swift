import Foundation
import GRPCCore
import GRPCProtobuf
import InteractionClient
import InteractionCore
import InteractionFiles
import NIOHPACK

/// The outcome of a call.
struct CallOutcome: Hashable, Sendable {
  /// The status code; nil for OK.
  var code: InteractionError.Code?
  /// The label that it is counted by: the server's reason, a status code, or a connection error.
  var cause = ""
  /// The message of the status.
  var message = ""
  /// The delay before a retry that the server asks for; nil for none.
  var retryDelay: Duration?

  static let ok = CallOutcome()
  /// The stream was closed without trailers.
  static let missingTrailers = CallOutcome(NetworkError("the call was cut"))

  init() {}

  /// Creates the outcome of a failed connection.
  init(_ problem: NetworkError) {
    self.code = .unavailable
    self.cause = problem.description
  }

  /// Creates the outcome of a call that the load ended.
  init(_ code: InteractionError.Code, _ message: String) {
    self.code = code
    self.cause = "\(code)"
    self.message = message
  }

  /// Creates the outcome from trailers.
  init(trailers: HPACKHeaders) {
    let number = trailers.first(name: "grpc-status").flatMap(Int.init) ?? 2
    var metadata = Metadata()
    if let details = trailers.first(name: Self.details).flatMap(Self.bytes) {
      metadata.addBinary(details, forKey: Self.details)
    }
    guard let code = RPCError.Code(Status.Code(rawValue: number) ?? .unknown) else {
      self = .ok
      return
    }
    let message = trailers.first(name: "grpc-message") ?? ""
    self.init(
      InteractionError(
        RPCError(
          code: code, message: message.removingPercentEncoding ?? message, metadata: metadata)))
  }

  /// Creates the outcome from the error that ended a call.
  init(_ error: InteractionError) {
    self.code = error.code
    // Both on one line.
    self.cause = error.reason.isEmpty ? "\(error.code)" : error.reason.printable(atMost: 64)
    self.message = error.message.printable(atMost: 1_000)
    self.retryDelay = error.retryDelay.map { .microseconds($0.microseconds) }
  }

  private static let details = "grpc-status-details-bin"

  /// Decodes Base64, with or without padding.
  private static func bytes(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: text + (text.hasSuffix("=") ? "" : padding)).map { [UInt8]($0) }
  }
}
