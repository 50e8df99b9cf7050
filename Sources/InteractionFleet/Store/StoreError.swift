/// Why a store did not do what it was asked to.
package struct StoreError: Error, Hashable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// It cannot be reached, or has no leader. What was asked for may have happened.
    case unavailable
    /// The changes from that revision on are not kept any longer.
    case compacted
    /// It does not know the lease.
    case noSuchLease
    /// It does not know the caller, or the caller may not do this.
    case refused
    /// Anything else, which is the same when asked again.
    case invalid
  }

  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { self.message }

  /// Whether asking again may help.
  var isPassing: Bool {
    switch self.code {
    case .unavailable, .compacted: true
    case .noSuchLease, .refused, .invalid: false
    }
  }
}
