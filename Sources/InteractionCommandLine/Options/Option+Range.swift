public import ArgumentParser

// Numbers with a range: the help shows it, and a value outside of it, NaN or invalid text is
// rejected with an error that names it.
extension Option {
  /// Declares a number that has a default.
  ///
  /// - Parameters:
  ///   - help: The help's sentence, without the full stop: the range and `note` follow it.
  ///   - valueName: The placeholder of the value in the help.
  ///   - note: A further sentence of the help, with a leading space.
  ///   - range: The accepted values.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, help: String, valueName: String? = nil,
    note: String = "", within range: ClosedRange<Value>
  ) where Value: LosslessStringConvertible & Sendable {
    self.init(
      wrappedValue: wrappedValue, name: name,
      help: ArgumentHelp(
        "\(help), \(range.words).\(note) (default: \(words(wrappedValue)))", valueName: valueName),
      transform: OptionParser.number(within: range))
  }

  /// Declares an optional number.
  ///
  /// - Parameters:
  ///   - help: The help's sentence, without the full stop: the range and `note` follow it.
  ///   - valueName: The placeholder of the value in the help.
  ///   - note: A further sentence of the help, with a leading space.
  ///   - range: The accepted values.
  public init<Number: LosslessStringConvertible & Sendable>(
    name: NameSpecification = .long, help: String, valueName: String? = nil, note: String = "",
    within range: ClosedRange<Number>
  ) where Value == Number? {
    self.init(
      name: name, help: ArgumentHelp("\(help), \(range.words).\(note)", valueName: valueName),
      transform: OptionParser.number(within: range))
  }
}

/// Parsers for the values of options.
public enum OptionParser {
  /// Returns a parser of numbers within `range`, whose error names the range.
  public static func number<Number: LosslessStringConvertible & Sendable>(
    within range: ClosedRange<Number>
  ) -> @Sendable (String) throws -> Number {
    Self.value(range.words) { text in Number(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// Returns a parser whose error lists the valid values: `words`.
  public static func value<Value>(
    _ words: String, _ read: @escaping @Sendable (String) -> Value?
  ) -> @Sendable (String) throws -> Value {
    { text in
      guard let value = read(text) else { throw ValidationError("must be \(words)") }
      return value
    }
  }
}

extension ClosedRange where Bound: LosslessStringConvertible {
  /// The range as text, such as `1 to 64`.
  public var words: String {
    "\(InteractionCommandLine.words(self.lowerBound)) to"
      + " \(InteractionCommandLine.words(self.upperBound))"
  }
}

/// Returns a number as text, without a trailing `.0`.
private func words(_ number: some LosslessStringConvertible) -> String {
  let text = String(number)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
