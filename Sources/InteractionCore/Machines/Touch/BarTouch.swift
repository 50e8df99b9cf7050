/// Tells taps, double taps and long presses on the bar apart, by the times that the client stamped
/// on them (rules T9, T10, T15).
package struct BarTouch: Hashable, Sendable {
  /// What the finger that owns the bar is doing.
  package enum Phase: Hashable, Sendable {
    /// No finger is down.
    ///
    /// Can transition to: ``down``.
    case idle
    /// A finger rests on an item; the press is long from `due` on, where the item has a menu.
    ///
    /// Can transition to: ``idle``, ``strayed``, ``pressed``.
    case down(Finger, due: Instant?)
    /// It moved too far for a long press; a tap if it lifts over the item.
    ///
    /// Can transition to: ``idle``.
    case strayed(Finger)
    /// The press was long; it is no tap any more.
    ///
    /// Can transition to: ``idle``.
    case pressed(Finger, hasMoved: Bool)
  }

  /// The first finger on the bar: the others mean nothing until it lifts (rule T10).
  package struct Finger: Hashable, Sendable {
    package var pointer: UInt32
    package var tab: Int
    /// Where it touched down, pt.
    package var start: Point

    package init(pointer: UInt32, tab: Int, start: Point) {
      self.pointer = pointer
      self.tab = tab
      self.start = start
    }
  }

  /// A tap that a second one may follow (rule T15).
  package struct Tap: Hashable, Sendable {
    package var tab: Int
    /// Before when the second one makes a double tap.
    package var until: Instant
    /// Whether the tap has yet to act, because its item waits.
    package var waits: Bool

    package init(tab: Int, until: Instant, waits: Bool) {
      self.tab = tab
      self.until = until
      self.waits = waits
    }
  }

  /// What a touch turned out to be.
  package enum Effect: Hashable, Sendable {
    /// A tap on this item.
    case tap(tab: Int)
    /// The second of two taps on this item.
    case doubleTap(tab: Int)
    /// The long press on this item has come so far.
    case press(tab: Int, PressState.Phase)
  }

  /// Distance beyond its item at which a finger may still lift, pt (rule T9).
  package static let outset = 10.0

  package var phase: Phase
  /// The newest tap on an item that knows double taps.
  package var lastTap: Tap?

  package init(phase: Phase = .idle, lastTap: Tap? = nil) {
    self.phase = phase
    self.lastTap = lastTap
  }

  /// The finger that is down, if any.
  package var finger: Finger? {
    switch self.phase {
    case .idle: nil
    case .down(let finger, _), .strayed(let finger), .pressed(let finger, _): finger
    }
  }

  /// When resting becomes a long press.
  package var pressDeadline: Instant? {
    guard case .down(_, let due) = self.phase else { return nil }
    return due
  }

  /// When a waiting tap acts alone.
  package var tapDeadline: Instant? {
    guard let tap = self.lastTap, tap.waits else { return nil }
    return tap.until
  }
}

extension BarTouch {
  /// A finger on the item `tab`, at the time that the client stamped on it.
  ///
  /// - Parameters:
  ///   - isOver: Whether a finger that lifts there, in the viewport, lifts over the item.
  ///   - supersedes: Whether a tap on the first tab leaves nothing of a waiting one on the second.
  package mutating func handle(
    _ pointer: Pointer, on tab: Int, at time: Instant, in bar: TabBarDefinition,
    isOver: (Point) -> Bool, supersedes: (Int, Int) -> Bool = { _, _ in false }
  ) -> [Effect] {
    switch (pointer.phase, self.phase) {
    case (.down, .idle):
      self.touchDown(pointer, on: tab, at: time, in: bar)
      return []
    case (.down, .down(let finger, _)) where finger.pointer == pointer.id,
      (.down, .strayed(let finger)) where finger.pointer == pointer.id,
      (.down, .pressed(let finger, _)) where finger.pointer == pointer.id:
      // It must have lifted unseen.
      let effects = self.cancel()
      self.touchDown(pointer, on: tab, at: time, in: bar)
      return effects

    case (.moved, .down(let finger, let due)) where finger.pointer == pointer.id:
      guard finger.strays(to: pointer.position, by: bar.longPress.slop) else { return [] }
      if let due, time >= due {
        // It came late: the press was long before it moved.
        self.phase = .pressed(finger, hasMoved: true)
        return [.press(tab: finger.tab, .began), .press(tab: finger.tab, .changed)]
      }
      self.phase = .strayed(finger)
      return due == nil ? [] : [.press(tab: finger.tab, .failed)]
    case (.moved, .pressed(let finger, hasMoved: false)) where finger.pointer == pointer.id:
      guard finger.strays(to: pointer.position, by: bar.longPress.slop) else { return [] }
      self.phase = .pressed(finger, hasMoved: true)
      return [.press(tab: finger.tab, .changed)]

    case (.up, .down(let finger, let due)) where finger.pointer == pointer.id:
      self.phase = .idle
      if let due, time >= due {
        // It came late: a release after the deadline is never a tap.
        return [.press(tab: finger.tab, .began), .press(tab: finger.tab, .ended)]
      }
      guard isOver(pointer.position) else {
        return due == nil ? [] : [.press(tab: finger.tab, .failed)]
      }
      return self.tap(finger.tab, at: time, in: bar, supersedes: supersedes)
    case (.up, .strayed(let finger)) where finger.pointer == pointer.id:
      self.phase = .idle
      return isOver(pointer.position)
        ? self.tap(finger.tab, at: time, in: bar, supersedes: supersedes) : []
    case (.up, .pressed(let finger, _)) where finger.pointer == pointer.id:
      self.phase = .idle
      return [.press(tab: finger.tab, .ended)]

    case (.cancelled, .down(let finger, _)) where finger.pointer == pointer.id,
      (.cancelled, .strayed(let finger)) where finger.pointer == pointer.id,
      (.cancelled, .pressed(let finger, _)) where finger.pointer == pointer.id:
      return self.cancel()

    case (.down, .down), (.down, .strayed), (.down, .pressed), (.moved, _), (.up, _),
      (.cancelled, _):
      // Another finger than the one that owns the bar, or nothing new of that one.
      return []
    }
  }

  /// A finished tap, recognised here or by the client; `supersedes` as above.
  package mutating func tap(
    _ tab: Int, at time: Instant, in bar: TabBarDefinition,
    supersedes: (Int, Int) -> Bool = { _, _ in false }
  ) -> [Effect] {
    var effects: [Effect] = []
    if let last = self.lastTap {
      self.lastTap = nil
      if last.tab == tab && time < last.until { return [.doubleTap(tab: tab)] }
      // One that waited acts first, unless this one leads elsewhere anyway: that was promised the
      // selection's next generation (rule T14).
      if last.waits && !supersedes(tab, last.tab) { effects.append(.tap(tab: last.tab)) }
    }
    guard let rule = bar.items[tab].doubleTap else { return effects + [.tap(tab: tab)] }
    self.lastTap = Tap(tab: tab, until: time + bar.doubleTapTime, waits: rule.waits)
    return rule.waits ? effects : effects + [.tap(tab: tab)]
  }

  /// The finger has rested long enough.
  package mutating func expirePress() -> [Effect] {
    guard case .down(let finger, .some) = self.phase else { return [] }
    self.phase = .pressed(finger, hasMoved: false)
    return [.press(tab: finger.tab, .began)]
  }

  /// No second tap came.
  package mutating func expireTap() -> [Effect] {
    guard let tap = self.lastTap, tap.waits else { return [] }
    self.lastTap = nil
    return [.tap(tab: tap.tab)]
  }

  /// The finger was taken away: by the system, the background or a rotation.
  package mutating func cancel() -> [Effect] {
    defer { self.phase = .idle }
    switch self.phase {
    case .idle, .strayed, .down(_, due: nil):
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
    let hasMenu = !bar.items[tab].menu.isEmpty
    self.phase = .down(
      Finger(pointer: pointer.id, tab: tab, start: pointer.position),
      due: hasMenu ? time + bar.longPress.delay : nil)
  }
}

extension BarTouch.Finger {
  fileprivate func strays(to point: Point, by slop: Double) -> Bool {
    let dx = point.x - self.start.x
    let dy = point.y - self.start.y
    return dx * dx + dy * dy > slop * slop
  }
}
