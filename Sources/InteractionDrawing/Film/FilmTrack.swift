/// Values over the film's time: keys with linear interpolation.
struct FilmTrack {
  struct Key: Equatable {
    /// The film time, s.
    var time: Double
    var values: [Double]
  }

  /// The duration of a jump, s.
  static let jump = 0.001

  private(set) var keys: [Key] = []

  init(_ values: [Double]) {
    self.keys = [Key(time: 0, values: values)]
  }

  /// Adds the values from `time` on. The previous ones held until the frame at `former` or, for a
  /// jump, until `time`.
  mutating func add(_ values: [Double], at time: Double, since former: Double, jumps: Bool = false)
  {
    guard let last = self.keys.last, last.values != values else { return }
    if time <= 0 { return self.keys = [Key(time: 0, values: values)] }
    let held = jumps ? time - Self.jump : min(former, time - Self.jump)
    if held > last.time { self.keys.append(Key(time: held, values: last.values)) }
    self.keys.append(Key(time: max(time, last.time + Self.jump), values: values))
  }

  /// Returns the values at a time.
  func values(at time: Double) -> [Double] {
    guard let next = self.keys.firstIndex(where: { $0.time > time }) else {
      return self.keys[self.keys.count - 1].values
    }
    return next == 0 ? self.keys[0].values : self.interpolated(next - 1, next, at: time)
  }

  /// Returns the keys, without those that change every value by at most `tolerance`.
  func reduced(_ tolerance: [Double]) -> [Key] {
    var kept = [self.keys[0]]
    var from = 0
    var to = 1
    while to < self.keys.count {
      let isStraight =
        to - from < 200
        && (from ..< to).dropFirst().allSatisfy { between in
          let there = self.interpolated(from, to, at: self.keys[between].time)
          return zip(zip(there, self.keys[between].values), tolerance)
            .allSatisfy { abs($0.0 - $0.1) <= $1 }
        }
      if !isStraight {
        from = to - 1
        kept.append(self.keys[from])
      }
      to += 1
    }
    if let last = self.keys.last, kept.last != last { kept.append(last) }
    return kept
  }

  private func interpolated(_ from: Int, _ to: Int, at time: Double) -> [Double] {
    let (a, b) = (self.keys[from], self.keys[to])
    let part = (time - a.time) / (b.time - a.time)
    return zip(a.values, b.values).map { $0 + ($1 - $0) * part }
  }
}
