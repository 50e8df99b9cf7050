/// A linear scale from values (such as seconds, points or fractions) to picture coordinates.
struct LinearScale {
  /// The range of values.
  let values: ClosedRange<Double>
  /// The coordinate of the lowest value.
  let start: Double
  /// The coordinate of the highest value.
  let end: Double

  /// Creates a scale. An empty range is widened, so that its value is in the middle.
  init(_ values: ClosedRange<Double>, from start: Double, to end: Double) {
    let isFlat = values.lowerBound == values.upperBound
    self.values = isFlat ? values.lowerBound - 1 ... values.upperBound + 1 : values
    self.start = start
    self.end = end
  }

  /// Returns the coordinate of `value`.
  func callAsFunction(_ value: Double) -> Double {
    let part = (value - self.values.lowerBound) / self.span
    return self.start + part * (self.end - self.start)
  }

  private var span: Double { self.values.upperBound - self.values.lowerBound }

  /// Returns round values at equal steps, at most `count` + 1.
  func roundValues(atMost count: Int) -> [Double] {
    self.multiples(of: Self.roundStep(for: self.span, atMost: count))
  }

  /// Returns the values that are multiples of `step`.
  func multiples(of step: Double) -> [Double] {
    let first = (self.values.lowerBound / step).rounded(.up)
    let last = (self.values.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// Returns the smallest round step that fits at most `count` times into `span`.
  static func roundStep(for span: Double, atMost count: Int) -> Double {
    let steps = (-2 ... 6).flatMap { exponent -> [Double] in
      var power = 1.0
      for _ in 0 ..< abs(exponent) { power *= exponent < 0 ? 0.1 : 10 }
      return [power, 2 * power, 5 * power]
    }
    return steps.first { span / $0 <= Double(count) } ?? span
  }
}

/// A point of the picture.
struct PlotPoint {
  var x: Double
  var y: Double
}

extension [PlotPoint] {
  /// The polyline, which runs from left to right, simplified: omitted points are at most 1/30 pixel
  /// above or below it.
  var withoutStraightParts: [PlotPoint] {
    let tolerance = 1.0 / 30
    guard var anchor = self.first else { return [] }
    var kept = [anchor]
    var previous = anchor
    // The slopes at which a line from the anchor passes all points since.
    var slopes = -Double.infinity ... Double.infinity
    for point in self.dropFirst() {
      let (dx, dy) = (point.x - anchor.x, point.y - anchor.y)
      if dx > 0, slopes.contains(dy / dx) {
        slopes = slopes.clamped(to: (dy - tolerance) / dx ... (dy + tolerance) / dx)
      } else {
        if previous.x != anchor.x || previous.y != anchor.y { kept.append(previous) }
        anchor = previous
        let (dx, dy) = (point.x - anchor.x, point.y - anchor.y)
        slopes =
          dx > 0
          ? (dy - tolerance) / dx ... (dy + tolerance) / dx : -Double.infinity ... Double.infinity
      }
      previous = point
    }
    return self.count > 1 ? kept + [previous] : kept
  }
}
