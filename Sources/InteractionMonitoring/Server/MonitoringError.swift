import Foundation
import NIOCore

/// An error of the monitoring listener.
package struct MonitoringError: Error, CustomStringConvertible {
  /// The kind of error.
  package enum Code: Hashable, Sendable {
    /// Another process listens on the port.
    case portTaken
    /// Listening failed for another reason: no such address, no permission.
    case cannotListen
  }

  /// The kind of error.
  package let code: Code
  /// The problem and its remedy, in one line.
  package let message: String
  /// The underlying error.
  package let cause: (any Error)?

  init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// Describes the failure to open a listener.
  init(cannotListenOn address: String, cause: any Error) {
    switch (cause as? IOError)?.errnoCode {
    case EADDRINUSE:
      self.init(
        .portTaken,
        "cannot listen on \(address): the port is in use; choose another, or 0 for a free one",
        cause: cause)
    default:
      self.init(.cannotListen, "cannot listen on \(address): \(cause)", cause: cause)
    }
  }

  package var description: String { self.message }
}
