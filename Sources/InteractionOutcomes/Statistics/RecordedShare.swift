/// The sessions that were recorded, against those that the engines opened.
struct RecordedShare: Hashable {
  /// The number of recorded sessions, by variant.
  let recorded: [Int]
  /// The number of opened sessions, by variant.
  let opened: [Int]

  /// The verdict; nil if a variant has more recordings than sessions, so that the counts do not
  /// cover the folder.
  ///
  /// If each session is recorded with the same probability, the squared differences follow the
  /// chi-square distribution. The counts are complete, and are compared once.
  var verdict: SampleRatio.Verdict? {
    guard zip(self.recorded, self.opened).allSatisfy({ $0 <= $1 }) else { return nil }
    let (some, all) = (self.recorded.reduce(0, +), self.opened.reduce(0, +))
    guard some < all else { return .inProportion }
    let share = Double(some) / Double(all)
    let expected = self.opened.map { Double($0) * share }
    guard expected.allSatisfy({ $0 >= SampleRatio.minimumExpected }) else { return .tooFew }
    let chiSquare = zip(self.recorded, expected).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - pair.1
      return sum + difference * difference / (pair.1 * (1 - share))
    }
    let pValue = ChiSquare.survival(chiSquare, degrees: self.opened.count - 1)
    return pValue < SampleRatio.level / 2 ? .alarm : .inProportion
  }
}
