/// A number of an experience that a sweep varies, such as `toggles[rocket].threshold=300…600:25`.
public struct SweepAxis: Hashable, Sendable {
  /// The maximum number of values.
  static let maximumValues = 200

  /// The field's path.
  public let path: String
  /// The values in order.
  public let values: [Double]

  /// Parses `PATH=LOW…HIGH:STEP`; nil if it is invalid, or has more than 200 values. Three dots
  /// may stand for the ellipsis.
  public init?(_ text: String) {
    let text = text.replacing("...", with: "…")
    let sides = text.split(separator: "=", maxSplits: 1)
    guard sides.count == 2, !FieldPath.steps(of: String(sides[0])).isEmpty else { return nil }
    let numbers = sides[1].split(separator: ":")
    guard numbers.count == 2, let step = Double(numbers[1]), step.isFinite, step > 0 else {
      return nil
    }
    let ends = numbers[0].split(separator: "…").map { Double($0) }
    guard ends.count == 2, let low = ends[0], let high = ends[1], low.isFinite, high.isFinite,
      low < high, (high - low) / step < Double(Self.maximumValues)
    else { return nil }
    self.path = String(sides[0])
    // Multiplied, not added up: the last value is exactly the end.
    let count = Int(((high - low) / step + 1e-9).rounded(.down))
    self.values = (0 ... count).map { min(low + Double($0) * step, high) }
  }
}
