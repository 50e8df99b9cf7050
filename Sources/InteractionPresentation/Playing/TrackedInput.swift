import InteractionCore

/// The fingers and list offsets that links follow (rule D6).
struct TrackedInput: Hashable, Sendable {
  /// The offset of a list.
  struct Offset: Hashable, Sendable {
    var source: SourceID
    /// The list's name; empty for a single one, or until the app names it (rule S9).
    var list = ""
    /// The offset reported by the app, pt.
    var position = Point(x: 0, y: 0)
    /// The offset held from the lift of the finger until the decision (rule D7); nil if not held.
    var held: Point?
    var lag: CatchUpOffset?

    /// Returns the presented offset.
    func presentedOffset(at now: Instant) -> Point {
      if let held = self.held { return held }
      return Point(x: self.position.x, y: self.position.y - (self.lag?.remaining(at: now) ?? 0))
    }
  }

  /// A finger's drag, also after its lift.
  struct TrackedDrag: Hashable, Sendable {
    var target: ViewPath
    /// The translation, pt.
    var translation = 0.0
    var isDown = true
    var lag: CatchUpOffset?
    /// The pointer's ID and its start, pt, if the client reports pointers.
    var pointer: UInt32?
    var start = 0.0

    init(_ target: ViewPath) {
      self.target = target
    }

    /// Returns the translation that links follow.
    func followed(at now: Instant) -> Double {
      self.translation - (self.lag?.remaining(at: now) ?? 0)
    }
  }

  /// The offset of each source's list, of those that lie side by side the shown one.
  var offsets: [Offset] = []
  /// The offsets of the other lists.
  private var others: [Offset] = []
  var drags: [TrackedDrag] = []

  /// Returns the value of a link's driver; 0 if it has not been reported.
  func value(of driver: ScrollLink.Driver, at now: Instant) -> Double {
    switch driver {
    case .offset(let source):
      self.offsets.first { $0.source == source }?.presentedOffset(at: now).y ?? 0
    case .translation(let target): self.drag(on: target)?.followed(at: now) ?? 0
    }
  }

  /// Returns whether an offset or a translation still lags behind.
  @inline(__always)
  func isCatchingUp(at now: Instant) -> Bool {
    self.offsets.contains { $0.held == nil && $0.lag?.isOver(at: now) == false }
      || self.drags.contains { $0.lag?.isOver(at: now) == false }
  }

  func drag(on target: ViewPath) -> TrackedDrag? {
    self.drags.first { $0.target == target }
  }

  mutating func change(_ target: ViewPath, _ change: (inout TrackedDrag) -> Void) {
    if let index = self.drags.firstIndex(where: { $0.target == target }) {
      change(&self.drags[index])
    }
  }

  mutating func removeDrag(on target: ViewPath) {
    self.drags.removeAll { $0.target == target }
  }

  mutating func scroll(_ source: SourceID, to position: Point) {
    self.offsets[self.index(of: source)].position = position
  }

  /// Shows another of the lists that lie side by side, at its last offset (rule S9).
  mutating func show(_ list: String, of source: SourceID) {
    let index = self.index(of: source)
    let former = self.offsets[index]
    guard former.list != list else { return }
    var shown = Offset(source: source, list: list)
    if let other = self.others.firstIndex(where: { $0.source == source && $0.list == list }) {
      shown.position = self.others.remove(at: other).position
    }
    self.offsets[index] = shown
    self.others.append(former)
  }

  /// Returns the index of the source's offset, 0 if it has not been reported.
  private mutating func index(of source: SourceID) -> Int {
    if let index = self.offsets.firstIndex(where: { $0.source == source }) { return index }
    self.offsets.append(Offset(source: source))
    return self.offsets.count - 1
  }

  /// Holds overscrolled lists in place.
  mutating func holdLists() {
    for index in self.offsets.indices where self.offsets[index].position.y < 0 {
      self.offsets[index].held = self.offsets[index].position
      self.offsets[index].lag = nil
    }
  }

  /// Releases held lists to their reported offsets.
  mutating func releaseLists(at now: Instant) {
    for index in self.offsets.indices {
      guard let held = self.offsets[index].held else { continue }
      self.offsets[index].held = nil
      self.offsets[index].lag = CatchUpOffset(
        distance: self.offsets[index].position.y - held.y, since: now)
    }
  }
}
