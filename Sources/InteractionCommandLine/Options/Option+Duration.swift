public import ArgumentParser
import InteractionFiles

// Durations with a range, like numbers in `Option+Range.swift`. They are written as `400ms`, `90s`,
// `1.5m` or `1h`; a number alone has the option's own unit.
extension Option {
  /// Declares a duration that has a default.
  ///
  /// - Parameters:
  ///   - help: The help's sentence, without the full stop: the range and `note` follow it.
  ///   - note: A further sentence of the help, with a leading space.
  ///   - unit: The unit of a number alone.
  ///   - range: The accepted values.
  public init(
    wrappedValue: Duration, name: NameSpecification = .long, help: String, note: String = "",
    unit: Duration = .seconds(1), within range: ClosedRange<Duration>
  ) where Value == Duration {
    self.init(
      wrappedValue: wrappedValue, name: name,
      help: ArgumentHelp(
        "\(help), \(range.words).\(note) (default: \(wrappedValue.text))", valueName: "time"),
      transform: OptionParser.duration(unit: unit, within: range))
  }

  /// Declares an optional duration.
  ///
  /// - Parameters:
  ///   - help: The help's sentence, without the full stop: the range and `note` follow it.
  ///   - note: A further sentence of the help, with a leading space.
  ///   - unit: The unit of a number alone.
  ///   - range: The accepted values.
  public init(
    name: NameSpecification = .long, help: String, note: String = "",
    unit: Duration = .seconds(1), within range: ClosedRange<Duration>
  ) where Value == Duration? {
    self.init(
      name: name, help: ArgumentHelp("\(help), \(range.words).\(note)", valueName: "time"),
      transform: OptionParser.duration(unit: unit, within: range))
  }
}

extension OptionParser {
  /// Returns a parser of durations within `range`, whose error names the range.
  static func duration(
    unit: Duration, within range: ClosedRange<Duration>
  ) -> @Sendable (String) throws -> Duration {
    Self.value("\(range.words), such as 400ms, 90s or 1.5m") { text in
      Duration(text, unit: unit).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ClosedRange<Duration> {
  /// The range as text, such as `1ms to 24h`.
  public var words: String { "\(self.lowerBound.text) to \(self.upperBound.text)" }

  /// Checks a duration that was parsed without its range.
  ///
  /// - Throws: ``ValidationError`` with the option, the value and the range.
  public func check(_ value: Duration, _ option: String) throws {
    guard self.contains(value) else {
      throw ValidationError("\(option) is \(value.text); must be \(self.words)")
    }
  }
}

/// For durations whose default `--print-config` shows; their range is checked in `validate()`.
extension Duration: @retroactive ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument, unit: .seconds(1))
  }

  public var defaultValueDescription: String { self.text }
}
