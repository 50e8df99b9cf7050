/// A place beside the command line where options can be given.
struct OptionSource {
  /// What is given here, under its names on the command line; among them what is no option.
  let names: [String]
  /// How this place calls an option, for error messages.
  let label: (_ option: String) -> String
  let values: [String: OptionValue]

  /// An option as the command line would have it.
  ///
  /// - Throws: ``ConfigurationError`` if it is not of the option's kind.
  func arguments(for option: CommandOption) throws -> [String] {
    let value = self.values[option.name]
    if option.isFlag {
      guard let isSet = value?.isSet else { throw self.problem(option, "must be true or false") }
      return isSet ? ["--\(option.name)"] : []
    }
    return try self.texts(value, of: option).map { text in
      // It may be the rest of something that was to be filled in.
      guard !text.isEmpty else { throw self.problem(option, "is empty") }
      // Not shown: it may be the content of a file, where its name should be.
      guard !text.contains(where: \.isNewline) else {
        throw self.problem(option, "has several lines; must be one")
      }
      return "--\(option.name)=\(text)"
    }
  }

  private func texts(_ value: OptionValue?, of option: CommandOption) throws -> [String] {
    if option.isRepeating {
      guard let list = value?.list else { throw self.problem(option, "must be a list") }
      return list
    }
    guard let text = value?.text else { throw self.problem(option, "must be one value") }
    return [text]
  }

  private func problem(_ option: CommandOption, _ text: String) -> ConfigurationError {
    ConfigurationError("\(self.label(option.name)) \(text)")
  }
}

/// What is given for an option, as each kind of option reads it; nil where that kind cannot.
struct OptionValue: Hashable {
  /// For a flag.
  var isSet: Bool?
  /// For an option with one value.
  var text: String?
  /// For an option that may be repeated.
  var list: [String]?
}

/// Why options cannot be taken from the environment or a file, in words for the operator. No value
/// is ever part of it, since it may be a secret.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
