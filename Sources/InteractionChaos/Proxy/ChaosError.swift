/// What the proxy could not do.
package struct ChaosError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: String, Hashable, Sendable {
    /// The address to listen on is not a loopback address.
    case notLoopback
    /// It listens already, or was stopped.
    case alreadyStarted
    /// It does not listen yet, or was stopped.
    case notStarted
    /// The event loop is not one that can carry sockets.
    case unsuitableEventLoop
    /// The operating system refused the port.
    case portUnavailable
  }

  package var code: Code
  package var message: String

  package var description: String { "\(self.code.rawValue): \(self.message)" }
}
