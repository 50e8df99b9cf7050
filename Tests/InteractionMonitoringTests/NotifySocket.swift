import Foundation

@testable import InteractionMonitoring

/// A supervisor's socket, bound to an address.
final class NotifySocket: Sendable {
  let text: String
  private let descriptor: CInt

  /// - Parameter text: Where to listen, as `NOTIFY_SOCKET` would say it.
  init(_ text: String) throws {
    self.text = text
    self.descriptor = SupervisorAddress.makeSocket()
    let address = try SupervisorAddress(text)
    let bound = address.withSockAddr { bind(self.descriptor, $0, $1) }
    guard bound == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(self.descriptor) }

  /// The datagram that has come; nothing if none has.
  var datagram: String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(self.descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// An address in no use: a path in the folder for temporary files.
  static var path: String {
    FileManager.default.temporaryDirectory.appendingPathComponent("n-\(UUID().uuidString)").path
  }
}
