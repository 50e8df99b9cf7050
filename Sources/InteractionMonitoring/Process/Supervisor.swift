package import Logging

/// The supervisor that started the process and waits to hear that it serves, such as systemd for a
/// unit of `Type=notify`. The messages are those of sd_notify(3).
package struct Supervisor: Sendable {
  /// What a supervisor is told.
  package enum Message: Hashable, Sendable {
    /// The process serves.
    case ready(status: String)
    /// The process is on its way down.
    case stopping(status: String)

    /// The lines of the datagram.
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

  /// - Parameter socket: The value of the variable `NOTIFY_SOCKET`. Without one there is no
  ///   supervisor that listens, and nothing is sent.
  /// - Throws: If the value is no address of a socket.
  package init(socket: String?, logger: Logger) throws(SupervisorError) {
    if let socket, !socket.isEmpty {
      self.address = try SupervisorAddress(socket)
    } else {
      self.address = nil
    }
    self.logger = logger
  }

  /// Sends a message. A supervisor that does not hear it costs only a warning.
  package func tell(_ message: Message) {
    guard let address else { return }
    do {
      try address.send(message.text)
    } catch {
      self.logger.warning("the supervisor cannot be told", metadata: ["problem": "\(error)"])
    }
  }
}
