/// The lists of one source that lie side by side (rule S9).
package struct ListPager: Hashable, Sendable {
  /// The offset and the content of a list.
  package struct Position: Hashable, Sendable {
    /// The offsets, pt.
    package var x: Double
    package var y: Double
    /// The content's height, pt; nil until the client reports it.
    package var contentHeight: Double?

    package init(x: Double = 0, y: Double = 0, contentHeight: Double? = nil) {
      self.x = x
      self.y = y
      self.contentHeight = contentHeight
    }
  }

  /// The index of the list that is shown.
  package var shown: Int
  /// The positions of the lists. The position of the shown list is that of its source; the one here
  /// is stale.
  package var positions: [Position]

  package init(shown: Int = 0, positions: [Position]) {
    self.shown = shown
    self.positions = positions
  }

  /// Creates lists at their tops.
  package init(_ count: Int) {
    self.init(positions: (0 ..< count).map { _ in Position() })
  }

  /// Shows another list: exchanges the position of its source. Returns false if it is shown
  /// already.
  mutating func show(_ index: Int, in tracker: inout ScrollTracker) -> Bool {
    guard index != self.shown else { return false }
    self.positions[self.shown] = Position(
      x: tracker.x, y: tracker.y, contentHeight: tracker.contentHeight)
    self.shown = index
    let position = self.positions[index]
    tracker.x = position.x
    tracker.y = position.y
    tracker.contentHeight = position.contentHeight
    return true
  }
}
