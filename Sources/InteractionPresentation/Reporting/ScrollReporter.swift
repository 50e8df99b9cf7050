public import InteractionCore

/// Turns the callbacks of one scroll view into events: phases, drag numbers and units as the engine
/// expects them (rules S2–S4).
///
/// Keep it as long as its list: the numbers of its drags have to grow, over new sessions, too.
///
/// A move that nothing announced (`setContentOffset(_:animated:)` without an animation, a reload,
/// insets that change at rest) is over with its callback. One that
/// ``ScrollCallback/willScroll(to:)`` announced ends with its animation, a finger, or the list's
/// leaving.
public struct ScrollReporter: Hashable, Sendable {
  /// What moves the content.
  enum Phase: Hashable, Sendable {
    /// Nothing.
    ///
    /// Can transition to: ``announced``, ``dragging``.
    case resting
    /// Nothing yet: an animation has been announced.
    ///
    /// Can transition to: ``moving``, ``resting``, ``dragging``.
    case announced
    /// The app's animation.
    ///
    /// Can transition to: ``resting``, ``dragging``.
    case moving
    /// A finger.
    ///
    /// Can transition to: ``lifted``, ``coasting``, ``resting``.
    case dragging
    /// Nothing: the finger lifts, and whether the content coasts is not known yet.
    ///
    /// Can transition to: ``coasting``, ``resting``, ``announced``, ``dragging``.
    case lifted
    /// The deceleration, or a bounce.
    ///
    /// Can transition to: ``resting``, ``announced``, ``dragging``.
    case coasting
  }

  /// The list's name in the experience.
  public let source: SourceID
  /// The number of the newest drag; 0 before the first.
  public private(set) var drag: UInt32
  private var phase = Phase.resting
  /// Where the list stood in the last callback.
  private var last = Point(x: 0, y: 0)

  /// - Parameters:
  ///   - source: The list's name in the experience.
  ///   - drag: The number of the newest drag that the engine may know of this list.
  public init(_ source: SourceID, after drag: UInt32 = 0) {
    self.source = source
    self.drag = drag
  }

  /// A callback has come. Returns the events that it means, in order, all at the callback's time.
  ///
  /// - Parameters:
  ///   - callback: Which one.
  ///   - place: Where the scroll view stands, read in the callback.
  public mutating func receive(_ callback: ScrollCallback, at place: ScrollPlace) -> [Event.Kind] {
    let offset = place.offset
    let scrolls = self.scrolls(callback, at: offset)
    self.last = offset
    return scrolls.map { .scroll($0) }
  }

  private mutating func scrolls(_ callback: ScrollCallback, at offset: Point) -> [Scroll] {
    switch callback {
    case .willBeginDragging:
      let ended = self.phase == .moving ? [self.move(.programmaticEnded, at: offset)] : []
      self.phase = .dragging
      self.drag += 1
      // It also ends what coasts, or a drag whose end never came (rule S3).
      return ended + [self.drag(.began, at: offset)]
    case .didScroll:
      return self.scrolled(to: offset)
    case .willEndDragging(let velocity):
      guard self.phase == .dragging else { return [] }
      self.phase = .lifted
      return [self.drag(.ended, at: offset, velocity: velocity * 1_000)]
    case .didEndDragging(let willDecelerate):
      return self.lift(.ended, willDecelerate: willDecelerate, at: offset)
    case .didCancelDragging(let willDecelerate):
      return self.lift(.cancelled, willDecelerate: willDecelerate, at: offset)
    case .willBeginDecelerating:
      if self.phase == .lifted { self.phase = .coasting }
      return []
    case .didEndDecelerating:
      return self.settle(at: offset)
    case .willScroll(let destination):
      // A finger goes on to move the list, whatever the app wants.
      guard self.phase != .dragging else { return [] }
      let settled = self.settle(at: offset)
      if destination == offset { return settled + self.endMove(at: offset) }
      if self.phase != .moving { self.phase = .announced }
      return settled
    case .didEndScrollingAnimation, .didScrollToTop:
      return self.endMove(at: offset)
    case .didChangeLayout:
      // What moves is read with the new insets in its next callback.
      return self.phase == .resting ? self.jump(to: offset) : []
    case .didLeaveWindow:
      if self.phase == .dragging {
        self.phase = .resting
        return [self.drag(.cancelled, at: offset)]
      }
      return self.settle(at: offset) + self.endMove(at: offset)
    }
  }

  private mutating func scrolled(to offset: Point) -> [Scroll] {
    switch self.phase {
    case .resting:
      return self.jump(to: offset)
    case .announced:
      self.phase = .moving
      return [
        self.move(.programmaticBegan, at: self.last), self.move(.programmaticMoved, at: offset),
      ]
    case .moving:
      return [self.move(.programmaticMoved, at: offset)]
    case .dragging:
      return [self.drag(.moved, at: offset)]
    case .lifted, .coasting:
      return [self.drag(.decelerating, at: offset)]
    }
  }

  /// The finger is gone, with or without a word of it before.
  private mutating func lift(
    _ end: Scroll.Phase, willDecelerate: Bool, at offset: Point
  ) -> [Scroll] {
    var scrolls: [Scroll] = []
    switch self.phase {
    case .dragging: scrolls = [self.drag(end, at: offset)]
    case .lifted where end == .cancelled: scrolls = [self.drag(.cancelled, at: offset)]
    // A touch that only stops what coasts is no drag; UIKit reports the end of one all the same.
    case .lifted, .coasting: break
    case .resting, .announced, .moving: return []
    }
    self.phase = .coasting
    if willDecelerate { return scrolls }
    // A cancelled drag has nothing to settle.
    if scrolls.last?.phase == .cancelled {
      self.phase = .resting
      return scrolls
    }
    return scrolls + self.settle(at: offset)
  }

  private mutating func settle(at offset: Point) -> [Scroll] {
    switch self.phase {
    case .lifted, .coasting:
      self.phase = .resting
      return [self.drag(.settled, at: offset)]
    // Of a deceleration that a finger has stopped, or that is known to be over.
    case .resting, .announced, .moving, .dragging:
      return []
    }
  }

  private mutating func endMove(at offset: Point) -> [Scroll] {
    switch self.phase {
    case .moving:
      self.phase = .resting
      return [self.move(.programmaticEnded, at: offset)]
    case .announced:
      self.phase = .resting
      return self.jump(to: offset)
    case .resting, .dragging, .lifted, .coasting:
      return []
    }
  }

  /// A whole move in one callback.
  private func jump(to offset: Point) -> [Scroll] {
    guard offset != self.last else { return [] }
    return [
      self.move(.programmaticBegan, at: self.last), self.move(.programmaticEnded, at: offset),
    ]
  }

  private func drag(
    _ phase: Scroll.Phase, at offset: Point, velocity: Double? = nil
  ) -> Scroll {
    Scroll(
      source: self.source, drag: self.drag, phase: phase, x: offset.x, y: offset.y,
      velocity: velocity)
  }

  private func move(_ phase: Scroll.Phase, at offset: Point) -> Scroll {
    Scroll(source: self.source, phase: phase, x: offset.x, y: offset.y)
  }
}
