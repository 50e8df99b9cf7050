/// An expectation that a measure is about the same in all variants, such as `rockets_per_session
/// within 10%`.
package struct EquivalenceExpectation: Hashable, Sendable, CustomStringConvertible {
  /// The result.
  package enum Verdict: Hashable, Sendable {
    /// The whole interval of each variant is within the bound.
    case kept
    /// The whole interval of a variant is outside of it.
    case broken
    case none
  }

  /// The form of an expectation.
  package static let grammar = "'FIGURE_per_session within P%' or 'FIGURE_per_user within P%'"

  package let description: String
  package let measure: OutcomeMeasure
  /// The largest relative difference.
  private let bound: Double

  /// Parses an expectation; nil if it is invalid.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard words.count == 3, words[1] == "within", words[2].hasSuffix("%"),
      let measure = OutcomeMeasure(words[0]), let percent = Double(words[2].dropLast()),
      percent.isFinite, percent > 0
    else { return nil }
    self.measure = measure
    self.bound = percent / 100
    self.description = words.joined(separator: " ")
  }

  /// Returns the verdict on the relative differences of all variants.
  ///
  /// - Parameter intervals: The intervals; nil where the number of users is too small.
  func verdict(on intervals: [ClosedRange<Double>?]) -> Verdict {
    let known = intervals.compactMap(\.self)
    let isBroken = known.contains {
      $0.lowerBound > self.bound || $0.upperBound < -self.bound
    }
    if isBroken { return .broken }
    guard known.count == intervals.count, !known.isEmpty else { return .none }
    let isKept = known.allSatisfy {
      $0.lowerBound >= -self.bound && $0.upperBound <= self.bound
    }
    return isKept ? .kept : .none
  }
}
