/// Follows one scroll view through its drags and moves, and puts right what clients leave out
/// (rule S3). Machines see its ``Step``s, never the raw reports.
package struct ScrollTracker: Hashable, Sendable {
  /// What the scroll view is doing.
  package enum Phase: Hashable, Sendable {
    /// Nothing moves it.
    ///
    /// Can transition to: ``dragging``, ``programmatic``.
    case resting
    /// A finger holds it. No deadline: a finger may rest for a minute.
    ///
    /// Can transition to: ``coasting``, ``programmatic``, ``resting``.
    case dragging(drag: UInt32)
    /// It coasts after the finger lifted; taken as settled at `until` if nothing more is heard.
    ///
    /// Can transition to: ``resting``, ``dragging``, ``programmatic``.
    case coasting(drag: UInt32, until: Instant)
    /// The app moves it; taken as over at `until` if nothing more is heard.
    ///
    /// Can transition to: ``resting``, ``dragging``.
    case programmatic(until: Instant)
  }

  /// What a report means for the machines.
  package enum Step: Hashable, Sendable {
    /// A drag starts.
    case began
    /// The finger moved the content in a drag whose start was lost, or that had been given up.
    case joined
    /// A drag whose start was lost is heard of as its finger lifts, or later.
    case appeared
    /// The finger moved the content.
    case dragged
    /// The finger lifted, at a velocity in pt/s where the client knows it.
    case lifted(velocity: Double?)
    /// The finger of a drag that had been given up has lifted: that decides nothing.
    case slipped
    /// The content coasted.
    case coasted
    /// The content came to rest without a finger.
    case settled
    /// The drag was taken away.
    case cancelled
    /// The app starts to move the content.
    case jumpBegan
    /// The app moved the content.
    case jumped
    /// The app's move is over.
    case jumpEnded
  }

  /// The steps of one report, in order; at most two, kept without an array.
  package struct Steps: Hashable, Sendable {
    package var first: Step?
    package var second: Step?

    package init(_ first: Step? = nil, _ second: Step? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// How long after its last sample a coasting list counts as settled (rule S3).
  package static let settleTime = TimeSpan.seconds(1)
  /// How long after its last sample a programmatic move counts as over (rule R8).
  package static let moveTime = TimeSpan.seconds(2)

  package var phase: Phase
  /// Horizontal offset, pt.
  package var x: Double
  /// Vertical offset, pt.
  package var y: Double
  /// The content's height, pt; nil until the client says.
  package var contentHeight: Double?
  /// The newest drag that was heard of; nil before the first. Older ones mean nothing any more.
  package var newest: UInt32?
  /// Whether the newest drag counts as over although its finger may still be down: its next `moved`
  /// starts it again.
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

  /// The largest offset at which the list rests; nil if the content's height is unknown (rule S4).
  package func largestOffset(in environment: Environment) -> Double? {
    self.contentHeight.map { height in
      max(height + environment.insets.bottom - environment.viewport.height, 0)
    }
  }

  /// When the movement counts as over without another report.
  package var deadline: Instant? {
    switch self.phase {
    case .resting, .dragging: nil
    case .coasting(_, let until), .programmatic(let until): until
    }
  }

  /// Whether `scroll` can only mean that the running movement is over, though no report said so.
  package func isInterrupted(by scroll: Scroll) -> Bool {
    switch (self.phase, scroll.phase) {
    case (.resting, _):
      false
    case (.programmatic, .moved):
      self.mayStart(scroll.drag)
    case (_, .began), (_, .moved), (_, .ended), (_, .cancelled), (_, .decelerating), (_, .settled):
      self.isNew(scroll.drag)
    case (.dragging, .programmaticBegan), (.dragging, .programmaticMoved),
      (.dragging, .programmaticEnded), (.coasting, .programmaticBegan),
      (.coasting, .programmaticMoved), (.coasting, .programmaticEnded):
      true
    case (.programmatic, .programmaticBegan), (.programmatic, .programmaticMoved),
      (.programmatic, .programmaticEnded):
      false
    }
  }

  /// Whether nothing has been heard of `drag` or a newer one.
  private func isNew(_ drag: UInt32) -> Bool {
    self.newest.map { drag > $0 } ?? true
  }

  /// Whether a `moved` of `drag` starts it.
  private func mayStart(_ drag: UInt32) -> Bool {
    self.isNew(drag) || (self.isReleased && drag == self.newest)
  }

  /// Ends whatever runs: a new drag, a tab switch and the background do that.
  package mutating func interrupt() -> Step? {
    switch self.phase {
    case .resting:
      return nil
    case .dragging(let drag), .coasting(let drag, _):
      self.end(drag)
      return .cancelled
    case .programmatic:
      self.phase = .resting
      return .jumpEnded
    }
  }

  /// Ends what `scroll` shows to be over. A move by the app pauses the drag: the finger is still
  /// down, and its next `moved` starts it again.
  package mutating func interrupt(by scroll: Scroll) -> Step? {
    switch scroll.phase {
    case .programmaticBegan, .programmaticMoved, .programmaticEnded:
      self.release() ?? self.interrupt()
    case .began, .moved, .ended, .cancelled, .decelerating, .settled:
      self.interrupt()
    }
  }

  /// Ends a drag that the client's heartbeat no longer names. Unlike ``interrupt()`` this does not
  /// make its later reports late: the next `moved` starts it again.
  package mutating func release() -> Step? {
    guard case .dragging = self.phase else { return nil }
    self.phase = .resting
    self.isReleased = true
    return .cancelled
  }

  /// The deadline has passed.
  package mutating func expire() -> Step? {
    switch self.phase {
    case .resting, .dragging:
      return nil
    case .coasting(let drag, _):
      self.end(drag)
      return .settled
    case .programmatic:
      self.phase = .resting
      return .jumpEnded
    }
  }

  /// Takes in a report that does not interrupt anything.
  package mutating func advance(_ scroll: Scroll, at now: Instant) -> Steps {
    switch (self.phase, scroll.phase) {
    case (_, .began) where self.isNew(scroll.drag):
      self.drag(scroll)
      return Steps(.began)
    case (_, .began):
      // Repeated: that drag is known, or a newer one is.
      return Steps()

    case (.dragging(let drag), .moved) where drag == scroll.drag:
      self.place(scroll)
      return Steps(.dragged)
    case (.resting, .moved) where self.mayStart(scroll.drag):
      // Its start was lost, or a heartbeat had given it up: it starts here.
      self.drag(scroll)
      return Steps(.joined)
    case (_, .moved):
      // Late: that drag is over.
      return Steps()

    case (.dragging(let drag), .ended) where drag == scroll.drag:
      self.coast(scroll, at: now)
      return Steps(.lifted(velocity: scroll.velocity))
    case (.resting, .ended) where self.isNew(scroll.drag):
      // The whole drag went unseen: what it leads to counts all the same.
      self.coast(scroll, at: now)
      return Steps(.appeared, .lifted(velocity: scroll.velocity))
    case (.resting, .ended) where self.mayStart(scroll.drag):
      // It had been given up as cancelled, so its lift decides nothing.
      self.coast(scroll, at: now)
      return Steps(.appeared, .slipped)
    case (.resting, .ended) where scroll.drag == self.newest:
      // It was cut off while the finger was down: this is where it lifted.
      self.coast(scroll, at: now)
      return Steps(.coasted)
    case (_, .ended):
      // Nothing is being dragged under that number.
      return Steps()

    case (.coasting(let drag, _), .decelerating) where drag == scroll.drag:
      self.coast(scroll, at: now)
      return Steps(.coasted)
    case (.dragging(let drag), .decelerating) where drag == scroll.drag:
      // The finger lifted unseen: this is the bounce already (rule F2).
      self.coast(scroll, at: now)
      return Steps(.coasted)
    case (.resting, .decelerating) where self.isNew(scroll.drag):
      self.coast(scroll, at: now)
      return Steps(.appeared, .coasted)
    case (.resting, .decelerating) where self.mayStart(scroll.drag):
      self.coast(scroll, at: now)
      return Steps(.appeared, .slipped)
    case (.resting, .decelerating) where scroll.drag == self.newest:
      // It only paused: it had counted as settled.
      self.coast(scroll, at: now)
      return Steps(.coasted)
    case (_, .decelerating):
      // Another movement has begun since.
      return Steps()

    case (.dragging(let drag), .settled) where drag == scroll.drag,
      (.coasting(let drag, _), .settled) where drag == scroll.drag:
      self.end(drag)
      self.place(scroll)
      return Steps(.settled)
    case (.dragging(let drag), .cancelled) where drag == scroll.drag,
      (.coasting(let drag, _), .cancelled) where drag == scroll.drag:
      self.end(drag)
      self.place(scroll)
      return Steps(.cancelled)
    case (.resting, .settled) where self.isNew(scroll.drag),
      (.resting, .cancelled) where self.isNew(scroll.drag):
      self.end(scroll.drag)
      self.place(scroll)
      return Steps(.appeared, scroll.phase == .settled ? .settled : .cancelled)
    case (.resting, .settled) where scroll.drag == self.newest,
      (.resting, .cancelled) where scroll.drag == self.newest:
      // It counted as over already, but this is where it really came to rest.
      self.end(scroll.drag)
      self.place(scroll)
      return Steps(scroll.phase == .settled ? .settled : .cancelled)
    case (_, .settled), (_, .cancelled):
      // Another movement has begun since.
      return Steps()

    case (_, .programmaticBegan):
      self.move(scroll, at: now)
      return Steps(.jumpBegan)
    case (.programmatic, .programmaticMoved):
      self.move(scroll, at: now)
      return Steps(.jumped)
    case (_, .programmaticMoved):
      self.move(scroll, at: now)
      return Steps(.jumpBegan, .jumped)
    case (.programmatic, .programmaticEnded):
      self.phase = .resting
      self.place(scroll)
      return Steps(.jumpEnded)
    case (_, .programmaticEnded):
      // A whole move in one report.
      self.phase = .resting
      self.place(scroll)
      return Steps(.jumpBegan, .jumpEnded)
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
    self.phase = .coasting(drag: scroll.drag, until: now + Self.settleTime)
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
