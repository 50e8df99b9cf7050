package import Logging

/// The supervisor that started the process and waits for its readiness, such as systemd for a unit
/// of `Type=notify`, by the protocol of sd_notify(3).
package struct Supervisor: Sendable {
  /// A notification.
  package enum Message: Hashable, Sendable {
    /// The process serves.
    case ready(status: String)
    /// The process is shutting down.
    case stopping(status: String)

    /// The text of the datagram.
    var text: String {
      switch self {
      case .ready(let status): "READY=1\nSTATUS=\(Self.oneLine(status))"
      case .stopping(let status): "STOPPING=1\nSTATUS=\(Self.oneLine(status))"
      }
    }

    private static func oneLine(_ text: String) -> String {
      String(text.map { $0.isNewline ? " " : $0 })
    }
  }

  private let address: SupervisorAddress?
  private let logger: Logger

  /// - Parameter socket: The value of the variable `NOTIFY_SOCKET`. If it is nil or empty, nothing
  ///   is sent.
  /// - Throws: ``SupervisorError`` if the value is not the address of a socket.
  package init(socket: String?, logger: Logger) throws(SupervisorError) {
    if let socket, !socket.isEmpty {
      self.address = try SupervisorAddress(socket)
    } else {
      self.address = nil
    }
    self.logger = logger
  }

  /// Sends a notification. A failure is logged as a warning.
  package func notify(_ message: Message) {
    guard let address else { return }
    do {
      try address.send(message.text)
    } catch {
      self.logger.warning("cannot notify the supervisor", metadata: ["problem": "\(error)"])
    }
  }
}
