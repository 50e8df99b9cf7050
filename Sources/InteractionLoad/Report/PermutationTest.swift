import Foundation

/// An exact permutation test of two groups of runs.
///
/// Under the null hypothesis (both groups are runs of the same program under the same load) every
/// division of the runs into groups of these sizes is equally likely. A figure differs if its score
/// is among the highest hundredth of the scores of all divisions. The score of a division is the
/// highest of all figures (max-T), so the false-alarm rate holds for all figures together, whatever
/// their distribution and however they depend on each other.
struct PermutationTest {
  /// The maximum false-alarm rate, separately for changes for the worse and for the better.
  static let falseAlarmRate = 0.01
  /// The maximum number of runs: all 184,756 divisions of 20 runs into ten and ten are scored.
  static let maximumRuns = 20

  /// The verdict on a figure of the second group.
  enum Difference: Hashable, Sendable {
    case notSignificant
    case higher
    case lower
  }

  /// The second group of each division; one bit per run.
  private let divisions: [UInt32]
  private let first: Int
  private let second: Int

  init(first: Int, second: Int) {
    self.first = first
    self.second = second
    self.divisions = Self.subsets(of: first + second, size: second)
  }

  /// A Boolean value that indicates whether there are enough divisions for the false-alarm rate.
  var isDecidable: Bool { Double(self.divisions.count) * Self.falseAlarmRate >= 1 }

  /// The number of runs that each of two groups of equal size needs.
  static let sufficientRuns = (1...).first { Self(first: $0, second: $0).isDecidable } ?? 0

  /// Returns the differences of figures.
  ///
  /// - Parameters:
  ///   - figures: The values of each figure: those of the first group's runs, then the second's.
  ///     All are positive.
  ///   - tolerance: The smallest relative difference of the groups' geometric means that counts.
  func differences(of figures: [[Double]], tolerance: Double) -> [Difference] {
    guard self.isDecidable else { return figures.map { _ in .notSignificant } }
    let scales = figures.map { Scale($0, tolerance: tolerance) }
    let observed = (UInt32(1) << UInt32(self.second) - 1) << UInt32(self.first)
    let higher = self.isAmongHighest(scales, observed)
    let lower = self.isAmongHighest(scales.map(\.mirrored), observed)
    return zip(higher, lower).map { $0 ? .higher : $1 ? .lower : .notSignificant }
  }

  private func isAmongHighest(_ scales: [Scale], _ observed: UInt32) -> [Bool] {
    let highest = self.divisions.map { division in
      scales.reduce(0) { max($0, self.score($1, division)) }
    }
    return scales.map { scale in
      let score = self.score(scale, observed)
      // Rounding: sums of the same numbers in another order differ in their last digits.
      let atLeast = highest.count { $0 >= score - 1e-9 }
      return score > 0
        && Double(atLeast) <= Self.falseAlarmRate * Double(self.divisions.count)
    }
  }

  /// Returns the difference of the groups' means in standard deviations; 0 within the tolerance.
  private func score(_ scale: Scale, _ division: UInt32) -> Double {
    var sum = 0.0
    var rest = division
    while rest != 0 {
      sum += scale.values[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    // The sum of all is 0, so that of the first group is the negative.
    let difference = sum / Double(self.second) + sum / Double(self.first)
    return difference > scale.tolerance ? difference : 0
  }

  /// Returns all subsets of a size, by Gosper's hack.
  private static func subsets(of count: Int, size: Int) -> [UInt32] {
    guard size > 0, size < count, count <= Self.maximumRuns else { return [] }
    var subsets: [UInt32] = []
    var subset = UInt32(1) << UInt32(size) - 1
    while subset < UInt32(1) << UInt32(count) {
      subsets.append(subset)
      let lowest = subset & (~subset + 1)
      let ripple = subset + lowest
      subset = ((subset ^ ripple) >> 2) / lowest | ripple
    }
    return subsets
  }
}

extension PermutationTest {
  /// The standardised logarithms of a figure: zero mean, unit standard deviation.
  private struct Scale {
    var values: [Double]
    /// The tolerance in the same unit.
    var tolerance: Double

    init(_ values: [Double], tolerance: Double) {
      let logarithms = values.map { log($0) }
      let mean = logarithms.reduce(0, +) / Double(values.count)
      let variance = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
      // Equal values have no deviation, and no difference.
      let unit = variance > 0 ? variance.squareRoot() : 1
      self.values = logarithms.map { ($0 - mean) / unit }
      self.tolerance = log(1 + tolerance) / unit
    }

    var mirrored: Scale {
      var mirrored = self
      mirrored.values = self.values.map { -$0 }
      return mirrored
    }
  }
}
