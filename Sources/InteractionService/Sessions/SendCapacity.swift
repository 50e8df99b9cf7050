/// The send capacity for a stream's frames.
@available(InteractionEngine 1.0, *)
package struct SendCapacity: Hashable, Sendable {
  package static let unlimited = SendCapacity(bytes: .max, minimumForPartialFrame: 0)

  /// The number of bytes that can be sent now.
  package let bytes: Int
  /// The minimum capacity at which a frame that does not fit is begun. With less it waits, since
  /// nothing can be sent behind a partial frame, not even the error of an end.
  package let minimumForPartialFrame: Int

  package init(bytes: Int, minimumForPartialFrame: Int) {
    self.bytes = bytes
    self.minimumForPartialFrame = minimumForPartialFrame
  }
}
