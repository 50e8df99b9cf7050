import Foundation
import NIOCore

/// Why the listener for metrics and health does not work.
package struct MonitoringError: Error, CustomStringConvertible {
  /// The kinds of problems.
  package enum Code: Hashable, Sendable {
    /// Another process listens on the port.
    case portTaken
    /// It cannot listen there for another reason: no such address, no permission.
    case cannotListen
  }

  /// What kind of problem it is.
  package let code: Code
  /// What to do about it, in one line.
  package let message: String
  /// What is behind it.
  package let cause: (any Error)?

  init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// What to tell of a listener that could not be opened.
  init(cannotListenOn address: String, cause: any Error) {
    switch (cause as? IOError)?.errnoCode {
    case EADDRINUSE:
      self.init(
        .portTaken,
        "cannot listen on \(address): the port is taken; choose another, or 0 for a free one",
        cause: cause)
    default:
      self.init(.cannotListen, "cannot listen on \(address): \(cause)", cause: cause)
    }
  }

  package var description: String { self.message }
}
