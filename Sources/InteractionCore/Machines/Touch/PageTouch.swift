/// Recognises drags of whole pages: horizontal swipes between tabs (rule X7) and the edge pan that
/// pops the top page; vertical pans of a page with the scan style (rule N5).
package struct PageTouch: Hashable, Sendable {
  /// The phase of the finger that owns the pages.
  package enum Phase: Hashable, Sendable {
    /// No finger is down.
    ///
    /// Can transition to: ``possible``.
    case idle
    /// A finger is down and has not moved beyond the slop.
    ///
    /// Can transition to: ``idle``, ``dragging``, ``failed``.
    case possible(Finger)
    /// The finger drags along its subject's axis.
    ///
    /// Can transition to: ``idle``.
    case dragging(Finger)
    /// The finger moved across that axis first: it scrolls, and drags no page (the 45° axis lock).
    ///
    /// Can transition to: ``idle``.
    case failed(Finger)
  }

  /// The first finger: the others are ignored until it lifts.
  package struct Finger: Hashable, Sendable {
    package var pointer: UInt32
    package var subject: PageDrag.Subject
    /// The position at touch-down, pt.
    package var start: Point

    package init(pointer: UInt32, subject: PageDrag.Subject, start: Point) {
      self.pointer = pointer
      self.subject = subject
      self.start = start
    }
  }

  /// The touch slop, pt, as in UIKit's scroll views.
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

  /// Handles a touch event on the pages; returns the resulting drag events, in order.
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
      // Its `up` was lost.
      let ended = self.cancel()
      self.touchDown(pointer, on: subject, at: time)
      return ended

    case (.moved, .possible(let finger)) where finger.pointer == pointer.id:
      let way = self.follow(finger, to: pointer.position, at: time)
      guard way.along * way.along + way.across * way.across > Self.slop * Self.slop else {
        return []
      }
      guard abs(way.along) > abs(way.across) else {
        self.phase = .failed(finger)
        return []
      }
      self.phase = .dragging(finger)
      return [
        PageDrag(
          finger.subject, .began, translation: way.along, route: pointer.target.presentedRoute ?? ""
        )
      ]
    case (.moved, .dragging(let finger)) where finger.pointer == pointer.id:
      let way = self.follow(finger, to: pointer.position, at: time)
      return [PageDrag(finger.subject, .moved, translation: way.along)]

    case (.up, .dragging(let finger)) where finger.pointer == pointer.id:
      self.phase = .idle
      let way = self.follow(finger, to: pointer.position, at: time)
      return [
        PageDrag(
          finger.subject, .ended, translation: way.along,
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
      // A finger that does not own the pages, or an event without effect.
      return []
    }
  }

  /// Cancels the touch.
  package mutating func cancel() -> [PageDrag] {
    defer { self.phase = .idle }
    guard case .dragging(let finger) = self.phase else { return [] }
    let start: Double =
      switch finger.subject {
      case .tabs, .back: finger.start.x
      case .scan: finger.start.y
      }
    let translation = self.velocity.samples.last.map { $0.position - start } ?? 0
    return [PageDrag(finger.subject, .cancelled, translation: translation)]
  }

  private mutating func touchDown(
    _ pointer: Pointer, on subject: PageDrag.Subject, at time: Instant
  ) {
    let finger = Finger(pointer: pointer.id, subject: subject, start: pointer.position)
    self.phase = .possible(finger)
    self.velocity.reset()
    _ = self.follow(finger, to: pointer.position, at: time)
  }

  /// Records a finger's position; returns its distance along its subject's axis and across it, pt.
  private mutating func follow(
    _ finger: Finger, to position: Point, at time: Instant
  ) -> (along: Double, across: Double) {
    let dx = position.x - finger.start.x
    let dy = position.y - finger.start.y
    switch finger.subject {
    case .tabs, .back:
      self.velocity.add(position.x, at: time)
      return (dx, dy)
    case .scan:
      self.velocity.add(position.y, at: time)
      return (dy, dx)
    }
  }
}
