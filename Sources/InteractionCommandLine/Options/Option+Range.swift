public import ArgumentParser

// A number's range, at its declaration: the help shows it, and a value outside of it, NaN or text
// that is no number is refused with it.
extension Option {
  /// Declares a number that has a default.
  ///
  /// - Parameters:
  ///   - help: The help's sentence, without the full stop: the range and `note` follow it.
  ///   - range: The accepted values.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, help: String, valueName: String? = nil,
    note: String = "", within range: ClosedRange<Value>
  ) where Value: LosslessStringConvertible & Sendable {
    self.init(
      wrappedValue: wrappedValue, name: name,
      help: ArgumentHelp(
        "\(help), \(range.words).\(note) (default: \(words(wrappedValue)))", valueName: valueName),
      transform: OptionReader.number(within: range))
  }

  /// Declares a number that may be left out.
  ///
  /// - Parameters:
  ///   - help: The help's sentence, without the full stop: the range and `note` follow it.
  ///   - range: The accepted values.
  public init<Number: LosslessStringConvertible & Sendable>(
    name: NameSpecification = .long, help: String, valueName: String? = nil, note: String = "",
    within range: ClosedRange<Number>
  ) where Value == Number? {
    self.init(
      name: name, help: ArgumentHelp("\(help), \(range.words).\(note)", valueName: valueName),
      transform: OptionReader.number(within: range))
  }
}

/// Reads the values of options.
public enum OptionReader {
  /// Reads a number of `range`, or says what it must be.
  public static func number<Number: LosslessStringConvertible & Sendable>(
    within range: ClosedRange<Number>
  ) -> @Sendable (String) throws -> Number {
    Self.value(range.words) { text in Number(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// Reads a value, or says what it must be: `words` are all that it can be.
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
  /// The range as people write it, such as `1 to 64`.
  public var words: String {
    "\(InteractionCommandLine.words(self.lowerBound)) to"
      + " \(InteractionCommandLine.words(self.upperBound))"
  }
}

/// A number as people write it: no `.0`.
private func words(_ number: some LosslessStringConvertible) -> String {
  let text = String(number)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
