/// Tracks one scroll view through its drags and programmatic scrolls, and compensates for events
/// that clients omit (rule S3). State machines receive its ``Step``s, never the raw events.
package struct ScrollTracker: Hashable, Sendable {
  /// The phase of the scroll view.
  package enum Phase: Hashable, Sendable {
    /// At rest.
    ///
    /// Can transition to: ``dragging``, ``programmatic``.
    case resting
    /// A finger holds the content. No deadline: a finger may rest for a minute.
    ///
    /// Can transition to: ``decelerating``, ``programmatic``, ``resting``.
    case dragging(drag: UInt32)
    /// The content decelerates after the finger lifted; it counts as settled at `until` without
    /// further events.
    ///
    /// Can transition to: ``resting``, ``dragging``, ``programmatic``.
    case decelerating(drag: UInt32, until: Instant)
    /// The app scrolls the content; the scroll counts as ended at `until` without further events.
    ///
    /// Can transition to: ``resting``, ``dragging``.
    case programmatic(until: Instant)
  }

  /// The meaning of a scroll event for the state machines.
  package enum Step: Hashable, Sendable {
    /// A drag began.
    case began
    /// The finger moved the content, in a drag whose `began` was lost or that had been released.
    case resumed
    /// A drag began whose `began` was lost; the first event received is its `ended` or a later one.
    case beganUnreported
    /// The finger moved the content.
    case moved
    /// The finger lifted, with a velocity in pt/s if the client reports it.
    case ended(velocity: Double?)
    /// The finger of a released drag lifted, which has no effect.
    case endedAfterRelease
    /// The content moved in deceleration.
    case decelerated
    /// The content came to rest without a finger.
    case settled
    /// The drag was cancelled.
    case cancelled
    /// A programmatic scroll began.
    case programmaticBegan
    /// A programmatic scroll moved the content.
    case programmaticMoved
    /// A programmatic scroll ended.
    case programmaticEnded
  }

  /// The steps of one event, in order; at most two, stored without an array.
  package struct Steps: Hashable, Sendable {
    package var first: Step?
    package var second: Step?

    package init(_ first: Step? = nil, _ second: Step? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// The time after the last deceleration sample at which the list counts as settled (rule S3).
  package static let settleTime = TimeSpan.seconds(1)
  /// The time after the last sample of a programmatic scroll at which it counts as ended (rule R8).
  package static let moveTime = TimeSpan.seconds(2)

  package var phase: Phase
  /// The horizontal offset, pt.
  package var x: Double
  /// The vertical offset, pt.
  package var y: Double
  /// The content's height, pt; nil until the client reports it.
  package var contentHeight: Double?
  /// The number of the newest known drag; nil before the first. Events of older drags are ignored.
  package var newest: UInt32?
  /// A Boolean value that indicates whether the newest drag counts as ended although its finger may
  /// still be down: its next `moved` resumes it.
  package var isReleased: Bool

  package init(
    phase: Phase = .resting, x: Double = 0, y: Double = 0, contentHeight: Double? = nil,
    newest: UInt32? = nil, isReleased: Bool = false
  ) {
    self.phase = phase
    self.x = x
    self.y = y
    self.contentHeight = contentHeight
    self.newest = newest
    self.isReleased = isReleased
  }

  /// Returns the maximum offset at rest, pt; nil while the content's height is unknown (rule S4).
  package func largestOffset(in surface: Surface) -> Double? {
    self.contentHeight.map(surface.largestOffset)
  }

  /// The time at which the movement counts as ended without further events.
  package var deadline: Instant? {
    switch self.phase {
    case .resting, .dragging: nil
    case .decelerating(_, let until), .programmatic(let until): until
    }
  }

  /// Returns whether `scroll` implies that the running movement has ended, though no event reported
  /// it.
  package func isInterrupted(by scroll: Scroll) -> Bool {
    switch (self.phase, scroll.phase) {
    case (.resting, _):
      false
    case (.programmatic, .moved):
      self.mayStart(scroll.drag)
    case (_, .began), (_, .moved), (_, .ended), (_, .cancelled), (_, .decelerating), (_, .settled):
      self.isNew(scroll.drag)
    case (.dragging, .programmaticBegan), (.dragging, .programmaticMoved),
      (.dragging, .programmaticEnded), (.decelerating, .programmaticBegan),
      (.decelerating, .programmaticMoved), (.decelerating, .programmaticEnded):
      true
    case (.programmatic, .programmaticBegan), (.programmatic, .programmaticMoved),
      (.programmatic, .programmaticEnded):
      false
    }
  }

  /// Returns whether `drag` is newer than every known drag.
  private func isNew(_ drag: UInt32) -> Bool {
    self.newest.map { drag > $0 } ?? true
  }

  /// Returns whether a `moved` of `drag` starts or resumes it.
  private func mayStart(_ drag: UInt32) -> Bool {
    self.isNew(drag) || (self.isReleased && drag == self.newest)
  }

  /// Ends the running movement, for a new drag, a tab switch or the background.
  package mutating func interrupt() -> Step? {
    switch self.phase {
    case .resting:
      return nil
    case .dragging(let drag), .decelerating(let drag, _):
      self.end(drag)
      return .cancelled
    case .programmatic:
      self.phase = .resting
      return .programmaticEnded
    }
  }

  /// Ends the movement that `scroll` implies to have ended. A programmatic scroll only releases a
  /// drag: the finger is still down, and its next `moved` resumes it.
  package mutating func interrupt(by scroll: Scroll) -> Step? {
    switch scroll.phase {
    case .programmaticBegan, .programmaticMoved, .programmaticEnded:
      self.release() ?? self.interrupt()
    case .began, .moved, .ended, .cancelled, .decelerating, .settled:
      self.interrupt()
    }
  }

  /// Releases a drag that the client's heartbeat no longer lists. Unlike after ``interrupt()``,
  /// later events of the drag are not stale: the next `moved` resumes it.
  package mutating func release() -> Step? {
    guard case .dragging = self.phase else { return nil }
    self.phase = .resting
    self.isReleased = true
    return .cancelled
  }

  /// Ends the movement whose deadline has passed.
  package mutating func expire() -> Step? {
    switch self.phase {
    case .resting, .dragging:
      return nil
    case .decelerating(let drag, _):
      self.end(drag)
      return .settled
    case .programmatic:
      self.phase = .resting
      return .programmaticEnded
    }
  }

  /// Handles a scroll event that does not interrupt a movement.
  package mutating func advance(_ scroll: Scroll, at now: Instant) -> Steps {
    switch (self.phase, scroll.phase) {
    case (_, .began) where self.isNew(scroll.drag):
      self.drag(scroll)
      return Steps(.began)
    case (_, .began):
      // A duplicate, or older than the newest drag.
      return Steps()

    case (.dragging(let drag), .moved) where drag == scroll.drag:
      self.place(scroll)
      return Steps(.moved)
    case (.resting, .moved) where self.mayStart(scroll.drag):
      // Its `began` was lost, or it had been released: it starts here.
      self.drag(scroll)
      return Steps(.resumed)
    case (_, .moved):
      // Stale: that drag has ended.
      return Steps()

    case (.dragging(let drag), .ended) where drag == scroll.drag:
      self.coast(scroll, at: now)
      return Steps(.ended(velocity: scroll.velocity))
    case (.resting, .ended) where self.isNew(scroll.drag):
      // The whole drag was lost: its outcome counts nevertheless.
      self.coast(scroll, at: now)
      return Steps(.beganUnreported, .ended(velocity: scroll.velocity))
    case (.resting, .ended) where self.mayStart(scroll.drag):
      // It had been released as cancelled, so its lift has no effect.
      self.coast(scroll, at: now)
      return Steps(.beganUnreported, .endedAfterRelease)
    case (.resting, .ended) where scroll.drag == self.newest:
      // It was interrupted while the finger was down; the finger lifts here.
      self.coast(scroll, at: now)
      return Steps(.decelerated)
    case (_, .ended):
      // No drag with this number is active.
      return Steps()

    case (.decelerating(let drag, _), .decelerating) where drag == scroll.drag:
      self.coast(scroll, at: now)
      return Steps(.decelerated)
    case (.dragging(let drag), .decelerating) where drag == scroll.drag:
      // The `ended` was lost: this is the bounce already (rule F2).
      self.coast(scroll, at: now)
      return Steps(.decelerated)
    case (.resting, .decelerating) where self.isNew(scroll.drag):
      self.coast(scroll, at: now)
      return Steps(.beganUnreported, .decelerated)
    case (.resting, .decelerating) where self.mayStart(scroll.drag):
      self.coast(scroll, at: now)
      return Steps(.beganUnreported, .endedAfterRelease)
    case (.resting, .decelerating) where scroll.drag == self.newest:
      // The deceleration had counted as settled.
      self.coast(scroll, at: now)
      return Steps(.decelerated)
    case (_, .decelerating):
      // Another movement has begun since.
      return Steps()

    case (.dragging(let drag), .settled) where drag == scroll.drag,
      (.decelerating(let drag, _), .settled) where drag == scroll.drag:
      self.end(drag)
      self.place(scroll)
      return Steps(.settled)
    case (.dragging(let drag), .cancelled) where drag == scroll.drag,
      (.decelerating(let drag, _), .cancelled) where drag == scroll.drag:
      self.end(drag)
      self.place(scroll)
      return Steps(.cancelled)
    case (.resting, .settled) where self.isNew(scroll.drag),
      (.resting, .cancelled) where self.isNew(scroll.drag):
      self.end(scroll.drag)
      self.place(scroll)
      return Steps(.beganUnreported, scroll.phase == .settled ? .settled : .cancelled)
    case (.resting, .settled) where scroll.drag == self.newest,
      (.resting, .cancelled) where scroll.drag == self.newest:
      // It counted as ended, but this is its actual resting position.
      self.end(scroll.drag)
      self.place(scroll)
      return Steps(scroll.phase == .settled ? .settled : .cancelled)
    case (_, .settled), (_, .cancelled):
      // Another movement has begun since.
      return Steps()

    case (_, .programmaticBegan):
      self.move(scroll, at: now)
      return Steps(.programmaticBegan)
    case (.programmatic, .programmaticMoved):
      self.move(scroll, at: now)
      return Steps(.programmaticMoved)
    case (_, .programmaticMoved):
      self.move(scroll, at: now)
      return Steps(.programmaticBegan, .programmaticMoved)
    case (.programmatic, .programmaticEnded):
      self.phase = .resting
      self.place(scroll)
      return Steps(.programmaticEnded)
    case (_, .programmaticEnded):
      // The only event of a programmatic scroll.
      self.phase = .resting
      self.place(scroll)
      return Steps(.programmaticBegan, .programmaticEnded)
    }
  }

  private mutating func drag(_ scroll: Scroll) {
    self.phase = .dragging(drag: scroll.drag)
    self.know(scroll.drag)
    self.place(scroll)
  }

  private mutating func end(_ drag: UInt32) {
    self.phase = .resting
    self.know(drag)
  }

  private mutating func know(_ drag: UInt32) {
    self.newest = drag
    self.isReleased = false
  }

  private mutating func coast(_ scroll: Scroll, at now: Instant) {
    self.phase = .decelerating(drag: scroll.drag, until: now + Self.settleTime)
    self.know(scroll.drag)
    self.place(scroll)
  }

  private mutating func move(_ scroll: Scroll, at now: Instant) {
    self.phase = .programmatic(until: now + Self.moveTime)
    self.place(scroll)
  }

  private mutating func place(_ scroll: Scroll) {
    self.x = scroll.x
    self.y = scroll.y
  }
}
