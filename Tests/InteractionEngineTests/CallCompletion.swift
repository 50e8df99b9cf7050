import GRPCCore
import GRPCProtobuf

/// The end of a call: its status and error details.
struct CallCompletion: Error, Hashable, CustomStringConvertible {
  /// The status code; nil for OK.
  var code: RPCError.Code?
  var reason = ""
  var domain = ""
  var metadata: [String: String] = [:]
  var fields: [String] = []
  var retryDelay: Duration?
  var message = ""

  static let well = CallCompletion()

  private init() {}

  init(_ error: any Error) {
    guard let error = error as? RPCError else {
      self =
        error as? CallCompletion ?? CallCompletion(RPCError(code: .unknown, message: "\(error)"))
      return
    }
    self.code = error.code
    self.message = error.message
    for detail in (try? error.unpackGoogleRPCStatus())?.details ?? [] {
      if let info = detail.errorInfo {
        (self.reason, self.domain, self.metadata) = (info.reason, info.domain, info.metadata)
      }
      self.fields += detail.badRequest?.violations.map(\.field) ?? []
      self.retryDelay = detail.retryInfo?.delay ?? self.retryDelay
    }
  }

  /// Returns the end of a call that may fail.
  static func of(_ call: () async throws -> Void) async -> CallCompletion {
    do {
      try await call()
      return .well
    } catch {
      return CallCompletion(error)
    }
  }

  /// The code, reason and fields, such as `notFound UNKNOWN_SESSION`, or `OK`.
  var description: String {
    guard let code else { return "OK" }
    return (["\(code)", self.reason] + self.fields).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
