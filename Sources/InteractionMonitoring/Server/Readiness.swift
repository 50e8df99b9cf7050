/// The readiness of the service for new work.
package enum Readiness: Hashable, Sendable {
  case ready
  /// Not ready, for this reason, which the response contains.
  case notReady(reason: String)
}
