/// Recognises sideways drags of whole pages: swipes between tabs (rule X7) and the pull from the
/// edge that takes the top page away (rule N5).
package struct PageTouch: Hashable, Sendable {
  /// What the finger that owns the pages is doing.
  package enum Phase: Hashable, Sendable {
    /// No finger is down.
    ///
    /// Can transition to: ``possible``.
    case idle
    /// A finger is down and has not moved far enough to tell.
    ///
    /// Can transition to: ``idle``, ``dragging``, ``failed``.
    case possible(Finger)
    /// It moves sideways.
    ///
    /// Can transition to: ``idle``.
    case dragging(Finger)
    /// It moved up or down first: it scrolls, and drags no page (the 45° axis lock).
    ///
    /// Can transition to: ``idle``.
    case failed(Finger)
  }

  /// The first finger: the others mean nothing until it lifts.
  package struct Finger: Hashable, Sendable {
    package var pointer: UInt32
    package var subject: PageDrag.Subject
    /// Where it touched down, pt.
    package var start: Point

    package init(pointer: UInt32, subject: PageDrag.Subject, start: Point) {
      self.pointer = pointer
      self.subject = subject
      self.start = start
    }
  }

  /// How far a finger moves before it counts as moving, pt (anchor: UIKit's scroll views).
  package static let slop = 10.0

  package var phase: Phase
  /// The finger's velocity (rule S7).
  package var velocity: VelocityTracker

  package init(phase: Phase = .idle, velocity: VelocityTracker = VelocityTracker()) {
    self.phase = phase
    self.velocity = velocity
  }

  /// The finger that is down, if any.
  package var finger: Finger? {
    switch self.phase {
    case .idle: nil
    case .possible(let finger), .dragging(let finger), .failed(let finger): finger
    }
  }

  /// A finger on the pages; what it does to them, in order.
  package mutating func handle(
    _ pointer: Pointer, on subject: PageDrag.Subject, at time: Instant
  ) -> [PageDrag] {
    switch (pointer.phase, self.phase) {
    case (.down, .idle):
      self.touchDown(pointer, on: subject, at: time)
      return []
    case (.down, .possible(let finger)) where finger.pointer == pointer.id,
      (.down, .dragging(let finger)) where finger.pointer == pointer.id,
      (.down, .failed(let finger)) where finger.pointer == pointer.id:
      // It must have lifted unseen.
      let ended = self.cancel()
      self.touchDown(pointer, on: subject, at: time)
      return ended

    case (.moved, .possible(let finger)) where finger.pointer == pointer.id:
      self.velocity.add(pointer.position.x, at: time)
      let dx = pointer.position.x - finger.start.x
      let dy = pointer.position.y - finger.start.y
      guard dx * dx + dy * dy > Self.slop * Self.slop else { return [] }
      guard abs(dx) > abs(dy) else {
        self.phase = .failed(finger)
        return []
      }
      self.phase = .dragging(finger)
      return [PageDrag(finger.subject, .began, translation: dx)]
    case (.moved, .dragging(let finger)) where finger.pointer == pointer.id:
      self.velocity.add(pointer.position.x, at: time)
      return [
        PageDrag(finger.subject, .moved, translation: pointer.position.x - finger.start.x)
      ]

    case (.up, .dragging(let finger)) where finger.pointer == pointer.id:
      self.phase = .idle
      self.velocity.add(pointer.position.x, at: time)
      return [
        PageDrag(
          finger.subject, .ended, translation: pointer.position.x - finger.start.x,
          velocity: self.velocity.velocity(at: time))
      ]
    case (.up, .possible(let finger)) where finger.pointer == pointer.id,
      (.up, .failed(let finger)) where finger.pointer == pointer.id:
      self.phase = .idle
      return []
    case (.cancelled, .possible(let finger)) where finger.pointer == pointer.id,
      (.cancelled, .dragging(let finger)) where finger.pointer == pointer.id,
      (.cancelled, .failed(let finger)) where finger.pointer == pointer.id:
      return self.cancel()

    case (.down, .possible), (.down, .dragging), (.down, .failed), (.moved, _), (.up, _),
      (.cancelled, _):
      // Another finger than the one that owns the pages, or nothing new of that one.
      return []
    }
  }

  /// The finger was taken away.
  package mutating func cancel() -> [PageDrag] {
    defer { self.phase = .idle }
    guard case .dragging(let finger) = self.phase else { return [] }
    return [PageDrag(finger.subject, .cancelled)]
  }

  private mutating func touchDown(
    _ pointer: Pointer, on subject: PageDrag.Subject, at time: Instant
  ) {
    self.phase = .possible(
      Finger(pointer: pointer.id, subject: subject, start: pointer.position))
    self.velocity.reset()
    self.velocity.add(pointer.position.x, at: time)
  }
}
