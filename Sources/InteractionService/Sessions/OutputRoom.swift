/// The room for a stream's frames: what its driver can send at once.
@available(InteractionEngine 1.0, *)
package struct OutputRoom: Hashable, Sendable {
  package static let unlimited = OutputRoom(bytes: .max, begins: 0)

  /// Bytes that leave now.
  package let bytes: Int
  /// With so many bytes a frame begins that does not fit whole. With fewer it waits: behind a part
  /// of a frame nothing can be sent, not even the reason of an end.
  package let begins: Int

  package init(bytes: Int, begins: Int) {
    self.bytes = bytes
    self.begins = begins
  }
}
