/// A scroll event of one scroll view (rules S2–S4).
public struct Scroll: Hashable, Sendable {
  /// The scroll view.
  public var source: SourceID
  /// The drag's number, which increases per source over the whole session, also after a restart of
  /// the app; 0 for programmatic scrolls.
  public var drag: UInt32
  /// The phase of the scroll.
  public var phase: Phase
  /// Horizontal offset, pt.
  public var x: Double
  /// Vertical offset, pt: 0 at rest at the top, negative in overscroll.
  public var y: Double
  /// Vertical velocity at `ended`, pt/s, positive when the offset grows; nil makes the engine
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

extension InteractionEvent {
  /// A Boolean value that indicates whether the event is a sample within a scroll, not its start or
  /// end.
  public var isSample: Bool {
    guard case .scroll(let scroll) = self.kind else { return false }
    return scroll.phase.isSample
  }
}

extension Scroll.Phase {
  /// A Boolean value that indicates whether an event of this phase is a sample within a scroll, not
  /// its start or end. Trigger lines may let a client omit samples.
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
  /// A Boolean value that indicates whether the phase belongs to a drag, which has a number.
  package var isOfDrag: Bool {
    switch self {
    case .began, .moved, .ended, .cancelled, .decelerating, .settled: true
    case .programmaticBegan, .programmaticMoved, .programmaticEnded: false
    }
  }
}
