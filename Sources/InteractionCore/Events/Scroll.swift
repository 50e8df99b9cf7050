/// One report of a scroll view (rules S2–S4).
public struct Scroll: Hashable, Sendable {
  /// The scroll view.
  public var source: SourceID
  /// The drag, counted by the client from 1 and growing per source; 0 for programmatic moves.
  public var drag: UInt32
  /// Which part of the movement this is.
  public var phase: Phase
  /// Horizontal offset, pt.
  public var x: Double
  /// Vertical offset, pt: 0 at rest at the top, negative while pulled down.
  public var y: Double
  /// Vertical velocity at `ended`, pt/s, positive when the offset grows; nil lets the engine
  /// estimate it from the samples (rule S7).
  public var velocity: Double?

  public init(
    source: SourceID,
    drag: UInt32 = 0,
    phase: Phase,
    x: Double = 0,
    y: Double,
    velocity: Double? = nil
  ) {
    self.source = source
    self.drag = drag
    self.phase = phase
    self.x = x
    self.y = y
    self.velocity = velocity
  }
}

extension Event {
  /// Whether it is one of the many samples of a movement, and not the start or end of something.
  public var isSample: Bool {
    guard case .scroll(let scroll) = self.kind else { return false }
    return scroll.phase.isSample
  }
}

extension Scroll.Phase {
  /// Whether a report of this phase is a sample on the way, which trigger lines may let a client
  /// leave out, and not the start or end of something.
  public var isSample: Bool {
    switch self {
    case .moved, .decelerating, .programmaticMoved:
      true
    case .began, .ended, .cancelled, .settled, .programmaticBegan, .programmaticEnded:
      false
    }
  }
}

extension Scroll.Phase {
  /// Whether the movement is a drag, which has a number.
  package var isOfDrag: Bool {
    switch self {
    case .began, .moved, .ended, .cancelled, .decelerating, .settled: true
    case .programmaticBegan, .programmaticMoved, .programmaticEnded: false
    }
  }
}
