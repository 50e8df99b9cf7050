/// Something with a label in a row.
protocol Labelled {
  /// How many marks it stands for.
  var count: Int { get }
  /// What it covers along the row, with its label and the space around.
  var extent: ClosedRange<Double> { get }
  /// This and the next one, under one label.
  func merged(with next: Self) -> Self
}

/// Labelled things in rows, so that none covers another: where there are too many for the rows,
/// neighbours share a label, each about as few of them as possible, and none is left out.
struct LabelRows<Item: Labelled> {
  private(set) var placed: [(item: Item, row: Int)] = []
  /// What is taken, by row.
  private var taken: [[ClosedRange<Double>]]
  /// How many of the first rows are kept clear of stems.
  private let stems: Int

  /// - Parameters:
  ///   - items: From one end of the rows to the other.
  ///   - most: How many rows there may be, at least 1.
  ///   - stems: In how many of the first rows no label covers the stem of an item in a higher row,
  ///     as long as there is room. The stem goes down from the upper end of the item's extent.
  init(_ items: [Item], atMost most: Int, stems: Int = 0) {
    self.taken = Array(repeating: [], count: most)
    self.stems = stems
    // One label for all marks finds room in any case; large limits need not be exact.
    var limit = 1
    while !self.place(items, each: limit) { limit += 1 + limit / 8 }
  }

  /// Places labels that stand for at most `limit` marks each. Returns whether there is room for so
  /// many.
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

  /// Takes back all labels from the first one that is in the way of `item`.
  ///
  /// - Returns: These and `item`, to be placed anew: two neighbours share a label, where that saves
  ///   the most room. nil if no two may.
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

  /// How many rows are taken.
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
