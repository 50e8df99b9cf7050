/// A source of options besides the command line.
struct OptionSource {
  /// The given names, as on the command line; they may include unknown options.
  let names: [String]
  /// Returns the name of an option in this source, for error messages.
  let label: (_ option: String) -> String
  let values: [String: OptionValue]

  /// Returns an option as command-line arguments.
  ///
  /// - Throws: ``ConfigurationError`` if the value is not valid for the option's type.
  func arguments(for option: CommandOption) throws -> [String] {
    let value = self.values[option.name]
    if option.isFlag {
      guard let isSet = value?.isSet else { throw self.problem(option, "must be true or false") }
      return isSet ? ["--\(option.name)"] : []
    }
    return try self.texts(value, of: option).map { text in
      // An unexpanded template variable may have left it empty.
      guard !text.isEmpty else { throw self.problem(option, "is empty; set a value or remove it") }
      // Without the value: it may be a secret file's content instead of its path.
      guard !text.contains(where: \.isNewline) else {
        throw self.problem(option, "has several lines; must be a single line")
      }
      return "--\(option.name)=\(text)"
    }
  }

  private func texts(_ value: OptionValue?, of option: CommandOption) throws -> [String] {
    if option.isRepeating {
      guard let list = value?.list else { throw self.problem(option, "must be a list") }
      return list
    }
    guard let text = value?.text else { throw self.problem(option, "must be a single value") }
    return [text]
  }

  private func problem(_ option: CommandOption, _ text: String) -> ConfigurationError {
    ConfigurationError("\(self.label(option.name)) \(text)")
  }
}

/// A given value in the form of each type of option; nil where it has no such form.
struct OptionValue: Hashable {
  /// The value of a flag.
  var isSet: Bool?
  /// The value of an option with one value.
  var text: String?
  /// The values of a repeating option.
  var list: [String]?
}

/// An error in options from the environment or a file. It never contains a value, which may be a
/// secret.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
