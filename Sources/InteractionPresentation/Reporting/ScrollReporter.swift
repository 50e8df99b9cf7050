public import InteractionCore

/// Converts the callbacks of one scroll view to scroll events, with the phases, drag numbers and
/// units of the protocol (rules S2–S4).
///
/// Keep it as long as its list, also over new sessions: drag numbers must increase.
///
/// A scroll without an announcement (`setContentOffset(_:animated:)` without animation, a reload,
/// insets that change at rest) begins and ends in its callback. One announced by
/// ``ScrollCallback/willScroll(to:)`` ends with its animation, a drag, or the list's removal from
/// its window.
public struct ScrollReporter: Hashable, Sendable {
  /// The cause of the current movement.
  enum Phase: Hashable, Sendable {
    /// The list is at rest.
    ///
    /// Can transition to: ``announced``, ``dragging``.
    case resting
    /// An animated scroll has been announced, but has not moved the list yet.
    ///
    /// Can transition to: ``moving``, ``resting``, ``dragging``.
    case announced
    /// The app's animated scroll.
    ///
    /// Can transition to: ``resting``, ``dragging``.
    case moving
    /// A drag.
    ///
    /// Can transition to: ``lifted``, ``decelerating``, ``resting``.
    case dragging
    /// The finger has lifted; it is not known yet whether the list decelerates.
    ///
    /// Can transition to: ``decelerating``, ``resting``, ``announced``, ``dragging``.
    case lifted
    /// A deceleration, or a bounce.
    ///
    /// Can transition to: ``resting``, ``announced``, ``dragging``.
    case decelerating
  }

  /// The list's ID in the experience.
  public let source: SourceID
  /// The number of the newest drag; before the first, that of the initializer.
  public private(set) var drag: UInt32
  private var phase = Phase.resting
  /// The offset in the last callback.
  private var last = Point(x: 0, y: 0)

  /// - Parameters:
  ///   - source: The list's ID in the experience.
  ///   - drag: The number of the newest drag of this list that the engine may know; for the first
  ///     reporter of a process ``initialDrag(at:)``.
  public init(_ source: SourceID, after drag: UInt32) {
    self.source = source
    self.drag = drag
  }

  /// Returns the number after which a process counts the drags of a list: tenths of seconds, in 31
  /// bits.
  ///
  /// The engine drops drags whose number has not grown, also in a session that an app resumes after
  /// a restart, and no list has ten drags a second.
  ///
  /// - Parameter time: The wall-clock time, s since 1970.
  public static func initialDrag(at time: Double) -> UInt32 {
    UInt32(Int64(time * 10) & 0x7fff_ffff)
  }

  /// Handles a callback. Returns its events in order, all at the callback's time.
  ///
  /// - Parameters:
  ///   - callback: The callback.
  ///   - place: The scroll view's geometry, read in the callback.
  public mutating func receive(_ callback: ScrollCallback, at place: ScrollGeometry)
    -> [InteractionEvent.Kind]
  {
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
      // `began` also ends a deceleration, or a drag whose end was lost (rule S3).
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
      if self.phase == .lifted { self.phase = .decelerating }
      return []
    case .didEndDecelerating:
      return self.settle(at: offset)
    case .willScroll(let destination):
      // A drag takes precedence over the app's scroll.
      guard self.phase != .dragging else { return [] }
      let settled = self.settle(at: offset)
      if destination == offset { return settled + self.endMove(at: offset) }
      if self.phase != .moving { self.phase = .announced }
      return settled
    case .didEndScrollingAnimation, .didScrollToTop:
      return self.endMove(at: offset)
    case .didChangeLayout:
      // A moving list reports the new insets with its next callback.
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
    case .lifted, .decelerating:
      return [self.drag(.decelerating, at: offset)]
    }
  }

  /// Ends a drag, whether or not `willEndDragging` came before.
  private mutating func lift(
    _ end: Scroll.Phase, willDecelerate: Bool, at offset: Point
  ) -> [Scroll] {
    var scrolls: [Scroll] = []
    switch self.phase {
    case .dragging: scrolls = [self.drag(end, at: offset)]
    case .lifted where end == .cancelled: scrolls = [self.drag(.cancelled, at: offset)]
    // A touch that only stops a deceleration is no drag, though UIKit reports its end.
    case .lifted, .decelerating: break
    case .resting, .announced, .moving: return []
    }
    self.phase = .decelerating
    if willDecelerate { return scrolls }
    // A cancelled drag does not settle.
    if scrolls.last?.phase == .cancelled {
      self.phase = .resting
      return scrolls
    }
    return scrolls + self.settle(at: offset)
  }

  private mutating func settle(at offset: Point) -> [Scroll] {
    switch self.phase {
    case .lifted, .decelerating:
      self.phase = .resting
      return [self.drag(.settled, at: offset)]
    // The end of a deceleration that was interrupted or has been reported.
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
    case .resting, .dragging, .lifted, .decelerating:
      return []
    }
  }

  /// Returns the events of a scroll within one callback.
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
