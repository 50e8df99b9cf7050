/// A touch event of one finger on a named target.
public struct Pointer: Hashable, Sendable {
  /// The finger's ID.
  public var id: UInt32
  /// The touch phase.
  public var phase: Phase
  /// The view under the finger when it touched down.
  public var target: ViewPath
  /// The position in the viewport, pt.
  public var position: Point

  public init(id: UInt32, phase: Phase, target: ViewPath, position: Point) {
    self.id = id
    self.phase = phase
    self.target = target
    self.position = position
  }
}
