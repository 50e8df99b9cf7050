/// An attribute's value.
public struct MarkupValue: Sendable {
  /// The value as it is written between quotation marks.
  let escaped: String

  public static func text(_ text: String) -> MarkupValue {
    MarkupValue(escaped: Markup.escaped(text))
  }

  /// Creates a number with at most one decimal.
  public static func number(_ value: Double) -> MarkupValue {
    MarkupValue(escaped: Markup.number(value))
  }
}

extension MarkupValue: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    self = .text(text)
  }
}
