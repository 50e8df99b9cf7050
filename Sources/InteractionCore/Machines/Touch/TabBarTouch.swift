/// Recognises taps, double taps and long presses on the tab bar, from the timestamps of the client
/// (rules T9, T10, T15).
package struct TabBarTouch: Hashable, Sendable {
  /// The phase of the finger that owns the bar.
  package enum Phase: Hashable, Sendable {
    /// No finger is down.
    ///
    /// Can transition to: ``down``.
    case idle
    /// A finger is down on an item; the press becomes long at `due`, nil if the item has none.
    ///
    /// Can transition to: ``idle``, ``movedBeyondSlop``, ``pressed``.
    case down(Finger, due: Instant?)
    /// The finger moved beyond the slop of a long press; a tap if it lifts over the item.
    ///
    /// Can transition to: ``idle``.
    case movedBeyondSlop(Finger)
    /// A long press is recognised; a lift is not a tap.
    ///
    /// Can transition to: ``idle``.
    case pressed(Finger, hasMoved: Bool)
  }

  /// The first finger on the bar: the others are ignored until it lifts (rule T10).
  package struct Finger: Hashable, Sendable {
    package var pointer: UInt32
    package var tab: Int
    /// The position at touch-down, pt.
    package var start: Point

    package init(pointer: UInt32, tab: Int, start: Point) {
      self.pointer = pointer
      self.tab = tab
      self.start = start
    }
  }

  /// A tap that may be the first of a double tap (rule T15).
  package struct Tap: Hashable, Sendable {
    package var tab: Int
    /// The time before which a second tap makes a double tap.
    package var until: Instant
    /// A Boolean value that indicates whether the tap's action is delayed until then.
    package var isDelayed: Bool

    package init(tab: Int, until: Instant, isDelayed: Bool) {
      self.tab = tab
      self.until = until
      self.isDelayed = isDelayed
    }
  }

  /// A recognised touch.
  package enum Effect: Hashable, Sendable {
    /// A tap on this item.
    case tap(tab: Int)
    /// The second of two taps on this item.
    case doubleTap(tab: Int)
    /// A phase of the long press on this item.
    case press(tab: Int, PressState.Phase)
  }

  /// The distance outside its item within which a finger may lift, pt (rule T9).
  package static let touchMargin = 10.0

  package var phase: Phase
  /// The latest tap on an item with a double tap.
  package var lastTap: Tap?

  package init(phase: Phase = .idle, lastTap: Tap? = nil) {
    self.phase = phase
    self.lastTap = lastTap
  }

  /// The finger that is down, if any.
  package var finger: Finger? {
    switch self.phase {
    case .idle: nil
    case .down(let finger, _), .movedBeyondSlop(let finger), .pressed(let finger, _): finger
    }
  }

  /// The time at which the press becomes long; nil if it cannot.
  package var pressDeadline: Instant? {
    guard case .down(_, let due) = self.phase else { return nil }
    return due
  }

  /// The time at which a delayed tap acts as a single tap, if any.
  package var tapDeadline: Instant? {
    guard let tap = self.lastTap, tap.isDelayed else { return nil }
    return tap.until
  }
}

extension TabBarTouch {
  /// Handles a touch event on the item `tab`, at the client's timestamp.
  ///
  /// - Parameters:
  ///   - isOver: Returns whether a position in the viewport lies over the item.
  ///   - supersedes: Returns whether a tap on the first tab supersedes a delayed tap on the second.
  package mutating func handle(
    _ pointer: Pointer, on tab: Int, at time: Instant, in bar: TabBarDefinition,
    isOver: (Point) -> Bool, supersedes: (Int, Int) -> Bool = { _, _ in false }
  ) -> [Effect] {
    switch (pointer.phase, self.phase) {
    case (.down, .idle):
      self.touchDown(pointer, on: tab, at: time, in: bar)
      return []
    case (.down, .down(let finger, _)) where finger.pointer == pointer.id,
      (.down, .movedBeyondSlop(let finger)) where finger.pointer == pointer.id,
      (.down, .pressed(let finger, _)) where finger.pointer == pointer.id:
      // Its `up` was lost.
      let effects = self.cancel()
      self.touchDown(pointer, on: tab, at: time, in: bar)
      return effects

    case (.moved, .down(let finger, let due)) where finger.pointer == pointer.id:
      guard finger.exceedsSlop(to: pointer.position, by: bar.longPress.slop) else { return [] }
      if let due, time >= due {
        // A late event: the press was long before the finger moved.
        self.phase = .pressed(finger, hasMoved: true)
        return [.press(tab: finger.tab, .began), .press(tab: finger.tab, .changed)]
      }
      self.phase = .movedBeyondSlop(finger)
      return due == nil ? [] : [.press(tab: finger.tab, .failed)]
    case (.moved, .pressed(let finger, hasMoved: false)) where finger.pointer == pointer.id:
      guard finger.exceedsSlop(to: pointer.position, by: bar.longPress.slop) else { return [] }
      self.phase = .pressed(finger, hasMoved: true)
      return [.press(tab: finger.tab, .changed)]

    case (.up, .down(let finger, let due)) where finger.pointer == pointer.id:
      self.phase = .idle
      if let due, time >= due {
        // A late event: a lift after the deadline is never a tap.
        return [.press(tab: finger.tab, .began), .press(tab: finger.tab, .ended)]
      }
      guard isOver(pointer.position) else {
        return due == nil ? [] : [.press(tab: finger.tab, .failed)]
      }
      return self.tap(finger.tab, at: time, in: bar, supersedes: supersedes)
    case (.up, .movedBeyondSlop(let finger)) where finger.pointer == pointer.id:
      self.phase = .idle
      return isOver(pointer.position)
        ? self.tap(finger.tab, at: time, in: bar, supersedes: supersedes) : []
    case (.up, .pressed(let finger, _)) where finger.pointer == pointer.id:
      self.phase = .idle
      return [.press(tab: finger.tab, .ended)]

    case (.cancelled, .down(let finger, _)) where finger.pointer == pointer.id,
      (.cancelled, .movedBeyondSlop(let finger)) where finger.pointer == pointer.id,
      (.cancelled, .pressed(let finger, _)) where finger.pointer == pointer.id:
      return self.cancel()

    case (.down, .down), (.down, .movedBeyondSlop), (.down, .pressed), (.moved, _), (.up, _),
      (.cancelled, _):
      // A finger that does not own the bar, or an event without effect.
      return []
    }
  }

  /// Handles a completed tap, recognised here or by the client; `supersedes` as above.
  package mutating func tap(
    _ tab: Int, at time: Instant, in bar: TabBarDefinition,
    supersedes: (Int, Int) -> Bool = { _, _ in false }
  ) -> [Effect] {
    var effects: [Effect] = []
    if let last = self.lastTap {
      self.lastTap = nil
      if last.tab == tab && time < last.until { return [.doubleTap(tab: tab)] }
      // A delayed tap acts first, unless this one supersedes it: the client has already assigned
      // this one the selection's next generation (rule T14).
      if last.isDelayed && !supersedes(tab, last.tab) { effects.append(.tap(tab: last.tab)) }
    }
    guard let rule = bar.items[tab].doubleTap else { return effects + [.tap(tab: tab)] }
    self.lastTap = Tap(tab: tab, until: time + bar.doubleTapTime, isDelayed: rule.waits)
    return rule.waits ? effects : effects + [.tap(tab: tab)]
  }

  /// Begins the long press whose deadline has passed.
  package mutating func expirePress() -> [Effect] {
    guard case .down(let finger, .some) = self.phase else { return [] }
    self.phase = .pressed(finger, hasMoved: false)
    return [.press(tab: finger.tab, .began)]
  }

  /// Completes a delayed tap as a single tap.
  package mutating func expireTap() -> [Effect] {
    guard let tap = self.lastTap, tap.isDelayed else { return [] }
    self.lastTap = nil
    return [.tap(tab: tap.tab)]
  }

  /// Cancels the touch: by the system, the background or a rotation.
  package mutating func cancel() -> [Effect] {
    defer { self.phase = .idle }
    switch self.phase {
    case .idle, .movedBeyondSlop, .down(_, due: nil):
      return []
    case .down(let finger, .some):
      return [.press(tab: finger.tab, .failed)]
    case .pressed(let finger, _):
      return [.press(tab: finger.tab, .cancelled)]
    }
  }

  private mutating func touchDown(
    _ pointer: Pointer, on tab: Int, at time: Instant, in bar: TabBarDefinition
  ) {
    self.phase = .down(
      Finger(pointer: pointer.id, tab: tab, start: pointer.position),
      due: bar.items[tab].hasLongPress ? time + bar.longPress.delay : nil)
  }
}

extension TabBarTouch.Finger {
  fileprivate func exceedsSlop(to point: Point, by slop: Double) -> Bool {
    let dx = point.x - self.start.x
    let dy = point.y - self.start.y
    return dx * dx + dy * dy > slop * slop
  }
}
