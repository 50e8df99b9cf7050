import Foundation
import GRPCCore
import GRPCProtobuf
import InteractionClient
import InteractionFiles
import NIOHPACK

/// How a call ended.
struct CallEnd: Hashable, Sendable {
  /// Nil if it ended well.
  var code: RPCError.Code?
  /// What it is counted by: the server's reason, a status, or what became of the connection.
  var cause = ""
  /// More of it, in words.
  var message = ""
  /// How long the server asks to wait.
  var retryDelay: Duration?

  static let well = CallEnd()
  /// The stream was closed without a status.
  static let cut = CallEnd(NetworkProblem("the call was cut"))

  init() {}

  /// The connection failed, or could not be made.
  init(_ problem: NetworkProblem) {
    self.code = .unavailable
    self.cause = problem.description
  }

  /// The load itself ended it.
  init(_ code: RPCError.Code, _ message: String) {
    self.code = code
    self.cause = "\(code)"
    self.message = message
  }

  /// What the server says at the end.
  init(trailers: HPACKHeaders) {
    let number = trailers.first(name: "grpc-status").flatMap(Int.init) ?? 2
    var metadata = Metadata()
    if let details = trailers.first(name: Self.details).flatMap(Self.bytes) {
      metadata.addBinary(details, forKey: Self.details)
    }
    let status = Status(
      code: Status.Code(rawValue: number) ?? .unknown,
      message: trailers.first(name: "grpc-message") ?? "")
    self.init(status, metadata)
  }

  /// What the server says at the end, as grpc-swift has it.
  init(_ status: Status, _ metadata: Metadata) {
    guard let code = RPCError.Code(status.code) else { return }
    let error = InteractionError(
      RPCError(code: code, message: status.message, metadata: metadata))
    self.code = code
    // On one line each.
    self.cause = error.reason.isEmpty ? "\(code)" : error.reason.printable(atMost: 64)
    self.message = (error.message.removingPercentEncoding ?? error.message).printable(atMost: 1_000)
    self.retryDelay = error.retryDelay
  }

  private static let details = "grpc-status-details-bin"

  /// Base64, whose padding may be left out.
  private static func bytes(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: text + (text.hasSuffix("=") ? "" : padding)).map { [UInt8]($0) }
  }
}
