/// Writes the frames of a stream on its event loop, in the call in which they are decided.
@available(InteractionEngine 1.0, *)
package protocol FrameWriter: AnyObject {
  /// The send capacity; nil if there is none.
  var sendCapacity: SendCapacity? { get }
  /// A Boolean value that indicates whether the end of the stream can be sent, provided that no
  /// frame precedes it.
  var canEnd: Bool { get }
}
