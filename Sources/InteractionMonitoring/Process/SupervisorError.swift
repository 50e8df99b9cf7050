/// An error of notifying a supervisor.
package struct SupervisorError: Error, CustomStringConvertible {
  /// The kind of error.
  package enum Code: Hashable, Sendable {
    /// `NOTIFY_SOCKET` is neither a path nor an abstract name.
    case notAnAddress
    /// `NOTIFY_SOCKET` exceeds the length of a socket's address.
    case tooLong
    /// The datagram was not delivered: no process listens, or it does not read.
    case notDelivered
  }

  /// The kind of error.
  package let code: Code
  /// The problem, in one line.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { self.message }
}
