/// An error of a request to a store.
package struct StoreError: Error, Hashable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// The store is unreachable or has no leader. The request may have been carried out.
    case unavailable
    /// The requested revision has been compacted.
    case compacted
    /// The lease has expired or was never granted.
    case noSuchLease
    /// Authentication or authorization failed.
    case refused
    /// Any other error; a retry fails, too.
    case invalid
  }

  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { self.message }

  /// A Boolean value that indicates whether a retry can succeed.
  var isRetryable: Bool {
    switch self.code {
    case .unavailable, .compacted: true
    case .noSuchLease, .refused, .invalid: false
    }
  }
}
