/// Labels with their counts, in the order of their first occurrence.
struct LabelCounts {
  private var entries: [(label: String, count: Int)] = []
  /// The total count.
  private(set) var count = 0

  init(_ label: String) {
    self.entries = [(label, 1)]
    self.count = 1
  }

  /// Returns this tally followed by another.
  func followed(by next: LabelCounts) -> LabelCounts {
    var all = self
    for entry in next.entries {
      if let known = all.entries.firstIndex(where: { $0.label == entry.label }) {
        all.entries[known].count += entry.count
      } else {
        all.entries.append(entry)
      }
    }
    all.count += next.count
    return all
  }

  /// Returns all labels if they fit into `room`; otherwise the first ones with the total count,
  /// unless `isCounted` is true, which means that the count is shown elsewhere.
  func text(into room: Double, isCounted: Bool = false) -> String {
    let most = 12
    let all = self.entries.prefix(most)
      .map { $0.count == 1 ? $0.label : "\($0.count) × \($0.label)" }.joined(separator: ", ")
    if self.entries.count <= most, TextMetrics.width(all) <= room || self.count == 1 {
      return TextMetrics.fitted(all, into: room)
    }
    return TextMetrics.fitted(isCounted ? all : "\(self.count): \(all)", into: room)
  }
}
