/// Writes the frames of a stream on its event loop, in the turn in which they are decided.
@available(InteractionEngine 1.0, *)
package protocol FrameWriter: AnyObject {
  /// The room for what is sent now; nil if there is none.
  var room: OutputRoom? { get }
  /// Whether the end leaves now, if nothing comes before it.
  var canEnd: Bool { get }
}
