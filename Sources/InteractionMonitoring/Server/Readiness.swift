/// Whether the service wants to be given work.
package enum Readiness: Hashable, Sendable {
  case ready
  /// Not now; the answer says the reason.
  case notReady(reason: String)
}
