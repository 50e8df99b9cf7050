import Foundation

@testable import InteractionMonitoring

/// A supervisor's socket.
final class NotifySocket: Sendable {
  let text: String
  private let descriptor: CInt

  /// - Parameter text: The address, as in `NOTIFY_SOCKET`.
  init(_ text: String) throws {
    self.text = text
    self.descriptor = SupervisorAddress.makeSocket()
    let address = try SupervisorAddress(text)
    let bound = address.withSockAddr { bind(self.descriptor, $0, $1) }
    guard bound == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(self.descriptor) }

  /// The received datagram; nil if there is none.
  var datagram: String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(self.descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// An unused path in the temporary folder.
  static var path: String {
    FileManager.default.temporaryDirectory.appendingPathComponent("n-\(UUID().uuidString)").path
  }
}
