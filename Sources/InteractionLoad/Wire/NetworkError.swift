import InteractionClient
import InteractionFiles
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A short description of a network error, the same for the same cause.
struct NetworkError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ error: any Error) {
    self.description =
      switch error {
      case let error as NetworkError: error.description
      case let error as InteractionError: error.message
      case let error as NIOConnectionError: Self.words(error)
      case let error as IOError: FileError.words(error.errnoCode)
      case ChannelError.connectTimeout: "the connection timed out"
      case is ChannelError, is NIOHTTP2Errors.StreamClosed, is NIOHTTP2Errors.IOOnClosedConnection:
        "the connection was closed"
      case NIOSSLError.handshakeFailed(let error): "TLS: \(Self.words(error))"
      case NIOSSLError.uncleanShutdown: "the connection was closed"
      case let error as BoringSSLError: "TLS: \(Self.words(error))"
      case let error as NIOSSLExtraError where error == .failedToValidateHostname:
        "TLS: the server's certificate does not match the host name"
      default: "\(error)"
      }
  }

  private static func words(_ error: NIOConnectionError) -> String {
    if let last = error.connectionErrors.last { return Self(last.error).description }
    return "unknown host '\(error.host)'"
  }

  /// Returns the reason that BoringSSL reports, such as CERTIFICATE_VERIFY_FAILED, as words.
  private static func words(_ error: BoringSSLError) -> String {
    let text = "\(error)"
    guard let name = text.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/)?.1 else { return text }
    return name.lowercased().replacing("_", with: " ")
  }
}
