/// Whether the service wants to be given work.
package enum Readiness: Hashable, Sendable {
  case ready
  /// Not now; the reason is told to whoever asks.
  case notReady(reason: String)
}
