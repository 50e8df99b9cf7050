extension [Duration] {
  /// Returns a percentile, 0 to 100, by nearest rank; nil if empty.
  package func percentile(_ percent: Double) -> Duration? {
    guard !self.isEmpty else { return nil }
    let rank = Int((Double(self.count) * percent / 100).rounded(.up))
    return self.sorted()[Swift.min(Swift.max(rank, 1), self.count) - 1]
  }
}
