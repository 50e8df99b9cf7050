/// An item with a label in a row.
protocol Labelled {
  /// The number of marks that it represents.
  var count: Int { get }
  /// The range that it covers along the row, with its label and margins.
  var extent: ClosedRange<Double> { get }
  /// Returns this item and the next one under one label.
  func merged(with next: Self) -> Self
}

/// Items with labels, distributed over rows without overlaps. If there are too many, neighbours are
/// merged, with as few marks per label as possible, and none is omitted.
struct LabelRows<Item: Labelled> {
  private(set) var placed: [(item: Item, row: Int)] = []
  /// The occupied ranges, by row.
  private var taken: [[ClosedRange<Double>]]
  /// The number of rows in which labels avoid stems.
  private let stems: Int

  /// - Parameters:
  ///   - items: The items, from one end of the rows to the other.
  ///   - most: The maximum number of rows, at least 1.
  ///   - stems: The number of rows, from the first, in which labels avoid the stems of items in
  ///     higher rows, if there is room. A stem goes down from the upper end of the item's extent.
  init(_ items: [Item], atMost most: Int, stems: Int = 0) {
    self.taken = Array(repeating: [], count: most)
    self.stems = stems
    // One label for all marks always fits; large limits need not be exact.
    var limit = 1
    while !self.place(items, each: limit) { limit += 1 + limit / 8 }
  }

  /// Places labels of at most `limit` marks each. Returns whether there was room for all.
  private mutating func place(_ items: [Item], each limit: Int) -> Bool {
    self.placed = []
    for row in self.taken.indices { self.taken[row] = [] }
    var waiting = Array(items.reversed())
    while let item = waiting.popLast() {
      if let row = self.row(for: item.extent) {
        self.taken[row].append(item.extent)
        self.placed.append((item, row))
      } else {
        guard let joined = self.joined(before: item, each: limit) else { return false }
        waiting += joined.reversed()
      }
    }
    return true
  }

  /// Removes all labels from the first one that overlaps `item`.
  ///
  /// - Returns: The removed items and `item`, to be placed again, with two neighbours merged where
  ///   this saves the most room; nil if none may be merged.
  private mutating func joined(before item: Item, each limit: Int) -> [Item]? {
    let first = self.placed.firstIndex { $0.item.extent.overlaps(item.extent) } ?? 0
    var items = self.placed[first...].map(\.item) + [item]
    var best: (place: Int, item: Item, gain: Double)?
    for place in items.indices.dropLast() {
      let (a, b) = (items[place], items[place + 1])
      guard a.count + b.count <= limit else { continue }
      let joint = a.merged(with: b)
      let gain = a.extent.extent + b.extent.extent - joint.extent.extent
      if gain > best?.gain ?? -.infinity { best = (place, joint, gain) }
    }
    guard let best else { return nil }
    while self.placed.count > first, let last = self.placed.popLast() {
      self.taken[last.row].removeLast()
    }
    items.replaceSubrange(best.place ... best.place + 1, with: [best.item])
    return items
  }

  /// The number of occupied rows.
  var count: Int { (self.placed.map(\.row).max() ?? -1) + 1 }

  private func row(for extent: ClosedRange<Double>) -> Int? {
    let free = self.taken.indices.filter { row in
      !self.taken[row].contains { $0.overlaps(extent) }
    }
    let calm = free.first { row in
      row < self.stems
        && !self.placed.contains {
          $0.row > row && extent.contains($0.item.extent.upperBound)
        }
    }
    return calm ?? free.first
  }
}
