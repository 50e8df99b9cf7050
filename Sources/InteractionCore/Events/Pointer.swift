/// One report of a finger on a named target.
public struct Pointer: Hashable, Sendable {
  /// The finger.
  public var id: UInt32
  /// What the finger did.
  public var phase: Phase
  /// The view under the finger when it touched down.
  public var target: Target
  /// Where it is in the viewport, pt.
  public var position: Point

  public init(id: UInt32, phase: Phase, target: Target, position: Point) {
    self.id = id
    self.phase = phase
    self.target = target
    self.position = position
  }
}
