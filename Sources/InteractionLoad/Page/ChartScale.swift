import Foundation

/// What an axis reaches from and to, and where a value lies on it.
struct ChartScale: Hashable {
  let range: ClosedRange<Double>
  /// Whether each step is ten times the one before.
  let isLogarithmic: Bool

  /// An axis from 0 to the next round number above all values; a logarithmic one from the power of
  /// ten below the least value.
  init(_ values: [Double], isLogarithmic: Bool) {
    self.isLogarithmic = isLogarithmic
    if isLogarithmic {
      let positive = values.filter { $0 > 0 }
      let low = pow(10, floor(log10(positive.min() ?? 1)))
      self.range = low ... max(pow(10, ceil(log10(positive.max() ?? 10))), low * 10)
    } else {
      self.range = 0 ... Self.roundNumber(above: values.max() ?? 1)
    }
  }

  /// An axis from one value to another.
  init(_ low: Double, _ high: Double) {
    self.isLogarithmic = false
    self.range = low ... max(high, low + 1e-9)
  }

  /// The next of 1, 2, 2.5, 4, 5 and 10, times a power of ten.
  private static func roundNumber(above value: Double) -> Double {
    guard value > 0 else { return 1 }
    let power = pow(10, floor(log10(value)))
    return ([1, 2, 2.5, 4, 5, 10].first { $0 * power >= value } ?? 10) * power
  }

  /// From 0 at the axis' beginning to 1 at its end.
  func part(_ value: Double) -> Double {
    let (low, high) = (self.range.lowerBound, self.range.upperBound)
    guard self.isLogarithmic else { return (value - low) / (high - low) }
    return log10(max(value, low) / low) / log10(high / low)
  }

  /// Where it is labelled.
  var marks: [Double] {
    let (low, high) = (self.range.lowerBound, self.range.upperBound)
    guard self.isLogarithmic else {
      // Whole numbers where there is nothing between them to be seen.
      let steps = high <= 4 && high == high.rounded() ? Int(high) : 4
      return (0 ... steps).map { high * Double($0) / Double(steps) }
    }
    return stride(from: log10(low), through: log10(high) + 1e-9, by: 1).map { pow(10, $0) }
  }
}
