/// Labels in the order in which they first come, each with how often it does.
struct Tally {
  private var entries: [(label: String, count: Int)] = []
  /// How many there are in all.
  private(set) var count = 0

  init(_ label: String) {
    self.entries = [(label, 1)]
    self.count = 1
  }

  /// This and what comes after it.
  func followed(by next: Tally) -> Tally {
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

  /// All labels if they take no more than `room`; else the first ones, and how many there are in
  /// all unless something else says so.
  func text(into room: Double, isCounted: Bool = false) -> String {
    let most = 12
    let all = self.entries.prefix(most)
      .map { $0.count == 1 ? $0.label : "\($0.count) × \($0.label)" }.joined(separator: ", ")
    if self.entries.count <= most, Lettering.width(all) <= room || self.count == 1 {
      return Lettering.fitted(all, into: room)
    }
    return Lettering.fitted(isCounted ? all : "\(self.count): \(all)", into: room)
  }
}
