/// Holm's correction of several comparisons.
enum Holm {
  /// Returns for each comparison the level that its interval has: that of the step in which the
  /// comparison is tested. A difference is found if the value is at most this level.
  static func levels(_ pValues: [Double], at level: Double) -> [Double] {
    var levels = pValues.map { _ in level }
    var isOpen = true
    var current = level
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    for (step, index) in order.enumerated() {
      // From the first comparison that is not rejected, none of the others is.
      if isOpen { current = level / Double(pValues.count - step) }
      levels[index] = current
      isOpen = isOpen && pValues[index] <= current
    }
    return levels
  }

  /// Returns the adjusted values: each is at most a level if its comparison is rejected at it.
  static func adjusted(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var largest = 0.0
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    for (step, index) in order.enumerated() {
      largest = max(largest, min(1, pValues[index] * Double(pValues.count - step)))
      adjusted[index] = largest
    }
    return adjusted
  }
}
