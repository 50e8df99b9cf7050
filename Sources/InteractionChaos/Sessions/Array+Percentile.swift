extension [Duration] {
  /// The time that so many per cent of all do not exceed, by nearest rank; nil if there are none.
  package func percentile(_ percent: Double) -> Duration? {
    guard !self.isEmpty else { return nil }
    let rank = Int((Double(self.count) * percent / 100).rounded(.up))
    return self.sorted()[Swift.min(Swift.max(rank, 1), self.count) - 1]
  }
}
