/// Something with a label in a row.
protocol Labelled {
  /// What it covers along the row, with its label and the space around.
  var extent: ClosedRange<Double> { get }
  /// This and the next one, under one label.
  func merged(with next: Self) -> Self
}

/// Labelled things in rows, so that none covers another: where there are too many for the rows,
/// neighbours share a label, and none is left out.
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
    for item in items {
      var item = item
      // Once all rows are empty, the first one has room for everything.
      while true {
        if let row = self.row(for: item.extent) {
          self.taken[row].append(item.extent)
          self.placed.append((item, row))
          break
        }
        guard let last = self.placed.popLast() else { break }
        self.taken[last.row].removeLast()
        item = last.item.merged(with: item)
      }
    }
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
