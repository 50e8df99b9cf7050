import Foundation
import InteractionRandom
import InteractionReplay
import Testing

@testable import InteractionLoad

@Suite("Permutation tests of runs")
struct PermutationTestTests {
  /// Distributions of a figure over runs of the same program.
  enum Noise: CaseIterable {
    /// Log-normal, with a standard deviation of 10%.
    case normal
    /// Log-normal, with every fifth run two to ten times as long.
    case outliers
    /// Either 1 or 1.5, with hardly any values in between.
    case bimodal
  }

  /// Runs of four figures, the last two of which depend on the first.
  private struct Runs {
    var generator: SeededGenerator
    let noise: Noise
    var deviation = 0.1

    private mutating func normal() -> Double {
      let (a, b) = (
        Double.random(in: 0 ..< 1, using: &self.generator),
        Double.random(in: 0 ..< 1, using: &self.generator)
      )
      return (-2 * log(1 - a)).squareRoot() * cos(2 * .pi * b)
    }

    private mutating func figure() -> Double {
      let value = exp(self.deviation * self.normal())
      switch self.noise {
      case .normal: return value
      case .outliers:
        let isOutlier = Int.random(in: 0 ..< 5, using: &self.generator) == 0
        return isOutlier ? value * Double.random(in: 2 ..< 10, using: &self.generator) : value
      case .bimodal:
        return exp(0.01 * self.normal()) * (Bool.random(using: &self.generator) ? 1 : 1.5)
      }
    }

    /// Returns the figures of runs, with the first group slower by a factor.
    mutating func figures(_ first: Int, _ second: Int, slower factor: Double = 1) -> [[Double]] {
      var figures: [[Double]] = Array(repeating: [], count: 4)
      for run in 0 ..< first + second {
        let base = self.figure() * (run < first ? 1 : factor)
        let own = self.figure()
        for (index, value) in [base, own, base * 2, base * own].enumerated() {
          figures[index].append(value)
        }
      }
      return figures
    }
  }

  @Test(
    "Identical programs are called worse in at most a hundredth of comparisons",
    arguments: Noise.allCases, [(5, 5), (4, 6)])
  func falseAlarms(noise: Noise, sizes: (Int, Int)) {
    let test = PermutationTest(first: sizes.0, second: sizes.1)
    var runs = Runs(generator: SeededGenerator(seed: 7), noise: noise)
    let trials = 120
    var (worse, better) = (0, 0)
    for _ in 0 ..< trials {
      let found = test.differences(of: runs.figures(sizes.0, sizes.1), tolerance: 0)
      if found.contains(.higher) { worse += 1 }
      if found.contains(.lower) { better += 1 }
    }
    // The mean is at most 1.2, the standard deviation 1.1.
    #expect(worse <= 4 && better <= 4, "\(worse) worse and \(better) better of \(trials)")
  }

  @Test(
    "A program that is slower by a fifth is found",
    arguments: [(0.03, 5, 39), (0.05, 6, 38)])
  func power(deviation: Double, count: Int, atLeast: Int) {
    let test = PermutationTest(first: count, second: count)
    var runs = Runs(generator: SeededGenerator(seed: 7), noise: .normal, deviation: deviation)
    let found = (0 ..< 40).count { _ in
      test.differences(of: runs.figures(count, count, slower: 1.2), tolerance: 0.1)
        .contains(.higher)
    }
    #expect(found >= atLeast, "\(found) of 40")
  }

  @Test("Fewer runs than a hundred divisions take decide nothing")
  func tooFew() {
    for (first, second, isDecidable) in [
      (1, 1, false), (3, 3, false), (4, 4, false), (5, 4, true), (5, 5, true), (2, 13, true),
      (2, 12, false), (1, 19, false), (0, 9, false), (8, 8, true),
    ] {
      let test = PermutationTest(first: first, second: second)
      #expect(test.isDecidable == isDecidable, "\(first) and \(second)")
      let figure = Array(repeating: 1.0, count: first) + Array(repeating: 9.0, count: second)
      let expected: PermutationTest.Difference = isDecidable ? .higher : .notSignificant
      #expect(test.differences(of: [figure], tolerance: 0.1) == [expected])
    }
    #expect(PermutationTest.sufficientRuns == 5)
  }

  @Test("Equal values, and differences within the tolerance, are not shown")
  func tolerance() {
    let test = PermutationTest(first: 5, second: 5)
    let figures: [[Double]] = [
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1.2, 1.2, 1.2, 1.2, 1.2],
      [3, 3, 3, 3, 3, 2, 2, 2, 2, 2],
    ]
    #expect(test.differences(of: figures, tolerance: 0.1) == [.notSignificant, .higher, .lower])
    #expect(
      test.differences(of: figures, tolerance: 0.3) == [.notSignificant, .notSignificant, .lower])
    #expect(
      test.differences(of: [[1, 2, 1, 2, 1, 2, 1, 2, 1, 2]], tolerance: 0) == [.notSignificant])
  }
}
