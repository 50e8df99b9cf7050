/// An error of the proxy.
package struct ChaosError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The type of error.
  package enum Code: String, Hashable, Sendable {
    /// The address to listen on is not a loopback address.
    case notLoopback
    /// The proxy is started already, or was stopped.
    case alreadyStarted
    /// The proxy is not started, or was stopped.
    case notStarted
    /// The event loop does not support sockets.
    case unsuitableEventLoop
    /// The operating system refused the port.
    case portUnavailable
  }

  package var code: Code
  package var message: String

  package var description: String { "\(self.code.rawValue): \(self.message)" }
}
