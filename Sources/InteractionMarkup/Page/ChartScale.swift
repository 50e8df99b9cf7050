import Foundation

/// The range of an axis, and its mapping of values to positions.
struct ChartScale: Hashable {
  let range: ClosedRange<Double>
  /// True for a logarithmic axis, with a tick at each power of ten.
  let isLogarithmic: Bool

  /// Creates an axis from 0 to the next round number that is not below any value; a logarithmic one
  /// begins at a power of ten that is not above the least positive value.
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

  /// Creates a linear axis from one value to another.
  init(_ low: Double, _ high: Double) {
    self.isLogarithmic = false
    self.range = low ... max(high, low + 1e-9)
  }

  /// Returns the next of 1, 2, 2.5, 4, 5 and 10 times a power of ten.
  private static func roundNumber(above value: Double) -> Double {
    guard value > 0 else { return 1 }
    let power = pow(10, floor(log10(value)))
    return ([1, 2, 2.5, 4, 5, 10].first { $0 * power >= value } ?? 10) * power
  }

  /// Returns the position of a value: 0 at the start of the axis, 1 at its end.
  func fraction(of value: Double) -> Double {
    let (low, high) = (self.range.lowerBound, self.range.upperBound)
    guard self.isLogarithmic else { return (value - low) / (high - low) }
    return log10(max(value, low) / low) / log10(high / low)
  }

  /// The values of the ticks.
  var ticks: [Double] {
    let (low, high) = (self.range.lowerBound, self.range.upperBound)
    guard self.isLogarithmic else {
      // Small integer ranges have a tick at each integer.
      let steps = high <= 4 && high == high.rounded() ? Int(high) : 4
      return (0 ... steps).map { high * Double($0) / Double(steps) }
    }
    return stride(from: log10(low), through: log10(high) + 1e-9, by: 1).map { pow(10, $0) }
  }
}
