import Foundation
import InteractionCore

extension InteractionError {
  /// Decodes the text message before a close, an error of the Connect protocol; nil if it has
  /// another form.
  package init?(connect text: String) {
    let json = Data(text.utf8)
    guard let error = try? JSONDecoder().decode(ConnectErrorMessage.self, from: json) else {
      return nil
    }
    let details = (error.details ?? []).compactMap(\.debug)
    self.init(
      code: Code(connect: error.code), reason: details.compactMap(\.reason).last ?? "",
      message: error.message ?? "",
      violations: details.flatMap { $0.fieldViolations ?? [] }.map {
        Violation(field: $0.field ?? "", problem: $0.description ?? "")
      },
      retryDelay: details.compactMap(\.delay).last)
  }

  /// Returns the error of a close without a text message; nil for a normal closure.
  package init?(closedWith code: Int, _ reason: String) {
    if code == 1000 { return nil }
    self.init(
      code: Code(rawValue: code - 4000) ?? .unavailable,
      message: reason.isEmpty ? "the WebSocket closed with \(code)" : reason)
  }
}

extension InteractionError.Code {
  /// Returns the code with a name of the Connect protocol; `unknown` for any other name.
  fileprivate init(connect name: String?) {
    self =
      switch name {
      case "canceled": .cancelled
      case "internal": .internalError
      case let name: Self.all.first { $0.connectName == name } ?? .unknown
      }
  }

  private static var all: [Self] { (1 ... 16).compactMap(Self.init(rawValue:)) }

  /// The name in snake case.
  private var connectName: String {
    "\(self)".map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
  }
}

/// An error of the Connect protocol.
private struct ConnectErrorMessage: Decodable {
  struct Detail: Decodable {
    let debug: Readable?
  }

  /// The readable form of a `google.rpc` message.
  struct Readable: Decodable {
    struct FieldViolation: Decodable {
      let field: String?
      let description: String?
    }

    let reason: String?
    let retryDelay: String?
    let fieldViolations: [FieldViolation]?

    /// The retry delay, such as `1.5s`.
    var delay: TimeSpan? {
      guard let text = self.retryDelay, text.hasSuffix("s"), let seconds = Double(text.dropLast()),
        seconds.isFinite
      else { return nil }
      return RetryDelay.clamped(TimeSpan(microseconds: Int64(min(max(seconds, 0), 1e6) * 1e6)))
    }
  }

  let code: String?
  let message: String?
  let details: [Detail]?
}
