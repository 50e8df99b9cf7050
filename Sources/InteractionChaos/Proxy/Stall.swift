/// A stall of a direction, in which no bytes are forwarded.
///
/// FIN and RST are held back as well, and forwarded on resumption.
package enum Stall: String, Hashable, Sendable, CaseIterable {
  /// Bytes are not read: backpressure stops the sender, and none are lost.
  case backpressure = "holding"
  /// Bytes are read and dropped, so the sender does not notice. The stream has a gap after
  /// resumption.
  case dropping = "swallowing"
}
