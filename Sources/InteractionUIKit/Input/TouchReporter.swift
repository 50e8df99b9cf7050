import InteractionCore

/// The events of one finger on a view that the engine knows, except for lists: a tap on a tab's
/// item, or a drag of pages, the back edge, or the open floor.
///
/// A drag is reported once it moves along its view's axis, from where it began. An item with a long
/// press reports each of its touches instead of taps, because the engine tells a tap from a press.
struct TouchReporter: Hashable, Sendable {
  /// The direction of a finger's movement.
  enum Course: Hashable, Sendable {
    /// The finger has not moved beyond the slop.
    case undecided
    /// The finger moves along the view's axis.
    case along
    /// The finger moves across the view's axis.
    case across
  }

  private struct Finger: Hashable, Sendable {
    let id: UInt32
    let start: Point
    /// The view's frame at the touch, in the viewport.
    let frame: Rect
    /// The last position.
    var position: Point
    /// A Boolean value that indicates whether the engine knows of the finger.
    var isReported = false

    /// Returns whether a position is in the view, or near it.
    func isOver(_ position: Point) -> Bool {
      let middle = self.frame.center
      return abs(position.x - middle.x) <= self.frame.width / 2 + TouchReporter.slop
        && abs(position.y - middle.y) <= self.frame.height / 2 + TouchReporter.slop
    }
  }

  /// The distance of a finger before it drags, or around an item where it still taps, pt.
  private static let slop = 10.0

  /// The view, as the engine names it.
  let target: ViewPath
  /// A Boolean value that indicates whether each touch on an item is reported, for a long press.
  let hasLongPress: Bool
  private var finger: Finger?

  init(_ target: ViewPath, hasLongPress: Bool = false) {
    self.target = target
    self.hasLongPress = hasLongPress && target.tabIndex != nil
  }

  /// A Boolean value that indicates whether the view is an item, which no finger drags.
  var isItem: Bool { self.target.tabIndex != nil }

  /// A Boolean value that indicates whether a finger drags the view sideways.
  var isSideways: Bool { self.target == .pageContainer || self.target == .backEdge }

  /// A Boolean value that indicates whether the engine knows of the finger.
  var isReported: Bool { self.finger?.isReported ?? false }

  /// Handles a finger that touches the view.
  ///
  /// - Parameters:
  ///   - id: The finger's number, which no other finger of the session has.
  ///   - position: The position in the viewport, pt.
  ///   - frame: The view's frame in the viewport.
  mutating func down(_ id: UInt32, at position: Point, on frame: Rect) -> [InteractionEvent.Kind] {
    self.finger = Finger(id: id, start: position, frame: frame, position: position)
    return self.hasLongPress ? self.begin() : []
  }

  /// Returns the direction of the finger; undecided without a finger, or on an item.
  func course(to position: Point) -> Course {
    guard !self.isItem, let finger = self.finger else { return .undecided }
    let (dx, dy) = (abs(position.x - finger.start.x), abs(position.y - finger.start.y))
    guard max(dx, dy) >= Self.slop else { return .undecided }
    return (dx > dy) == self.isSideways ? .along : .across
  }

  /// Begins to report the finger, at the position where it touched the view.
  mutating func begin() -> [InteractionEvent.Kind] {
    guard let finger = self.finger, !finger.isReported else { return [] }
    self.finger?.isReported = true
    return [self.event(of: finger, .down, at: finger.start)]
  }

  /// Handles a move.
  mutating func move(to position: Point) -> [InteractionEvent.Kind] {
    self.finger?.position = position
    guard let finger = self.finger, finger.isReported else { return [] }
    return [self.event(of: finger, .moved, at: position)]
  }

  /// Handles a lift. Returns no event if the touch was neither a tap nor reported before.
  mutating func up(at position: Point) -> [InteractionEvent.Kind] {
    guard let finger = self.finger else { return [] }
    self.finger = nil
    if finger.isReported { return [self.event(of: finger, .up, at: position)] }
    guard let tab = self.target.tabIndex, finger.isOver(position) else { return [] }
    return [.tapTab(index: tab)]
  }

  /// Handles the end of a touch by the system or by another gesture.
  mutating func cancel() -> [InteractionEvent.Kind] {
    guard let finger = self.finger else { return [] }
    self.finger = nil
    return finger.isReported ? [self.event(of: finger, .cancelled, at: finger.position)] : []
  }

  private func event(
    of finger: Finger, _ phase: Pointer.Phase, at position: Point
  ) -> InteractionEvent.Kind {
    .pointer(Pointer(id: finger.id, phase: phase, target: self.target, position: position))
  }
}
