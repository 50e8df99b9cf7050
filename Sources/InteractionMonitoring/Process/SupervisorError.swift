/// Why a supervisor cannot be told anything.
package struct SupervisorError: Error, CustomStringConvertible {
  /// The kinds of problems.
  package enum Code: Hashable, Sendable {
    /// `NOTIFY_SOCKET` is neither a path nor an abstract name.
    case notAnAddress
    /// `NOTIFY_SOCKET` does not fit into a socket's address.
    case tooLong
    /// The datagram was not taken: no process listens there, or it does not read.
    case unheard
  }

  /// What kind of problem it is.
  package let code: Code
  /// What is wrong, in one line.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { self.message }
}
