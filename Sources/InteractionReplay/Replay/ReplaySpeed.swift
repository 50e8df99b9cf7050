/// The speed of a replay.
public enum ReplaySpeed: Hashable, Sendable, LosslessStringConvertible {
  /// A multiple of the recorded speed.
  case times(Double)
  /// As fast as possible.
  case max

  /// Parses `1x`, `2.5x` or `max`; nil for anything else, and for factors outside 0.01 … 1000.
  public init?(_ text: String) {
    if text == "max" {
      self = .max
      return
    }
    guard text.hasSuffix("x"), let factor = Double(text.dropLast()),
      (0.01 ... 1000).contains(factor)
    else { return nil }
    self = .times(factor)
  }

  public var description: String {
    switch self {
    case .times(let factor): factor == factor.rounded() ? "\(Int(factor))x" : "\(factor)x"
    case .max: "max"
    }
  }
}
