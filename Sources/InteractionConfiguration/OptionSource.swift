import Configuration

/// A place beside the command line where options can be given.
struct OptionSource {
  /// What is given here, under its names on the command line; among them what is no option.
  let names: [String]
  /// How this place calls an option, for error messages.
  let label: (_ option: String) -> String
  /// Where this place keeps an option's value.
  let path: (_ option: String) -> [String]
  let values: any ConfigSnapshot
  /// Where an option has a mapping, what stands on its left: `limit: {sessions: 100}`.
  var parts: [String: [String]] = [:]

  /// An option as the command line would have it.
  ///
  /// - Throws: ``ConfigurationError`` if it is not of the option's kind.
  func arguments(for option: CommandOption) throws -> [String] {
    if option.isFlag { return try self.isSet(option) ? ["--\(option.name)"] : [] }
    return try self.values(of: option).map { value in
      // It may be the rest of something that was to be filled in.
      guard !value.isEmpty else { throw self.problem(option, "is empty") }
      // Not shown: it may be the content of a file, where its name should be.
      guard !value.contains(where: \.isNewline) else {
        throw self.problem(option, "has several lines; must be one")
      }
      return "--\(option.name)=\(value)"
    }
  }

  private func isSet(_ option: CommandOption) throws -> Bool {
    guard case .bool(let isSet) = self.read(self.path(option.name), as: .bool) else {
      throw self.problem(option, "must be true or false")
    }
    return isSet
  }

  private func values(of option: CommandOption) throws -> [String] {
    let path = self.path(option.name)
    if !option.isRepeating {
      guard case .string(let value) = self.read(path, as: .string) else {
        throw self.problem(option, "must be one value")
      }
      return [value]
    }
    guard let parts = self.parts[option.name] else { return try self.list(at: path, option) }
    return try parts.flatMap { part in
      try self.list(at: path + [part], option).map { "\(part)=\($0)" }
    }
  }

  /// A list, or the only value of one.
  private func list(at path: [String], _ option: CommandOption) throws -> [String] {
    if case .stringArray(let values) = self.read(path, as: .stringArray) { return values }
    if case .string(let value) = self.read(path, as: .string) { return [value] }
    throw self.problem(option, "must be a list")
  }

  /// Nil if there is nothing, or something of another type.
  private func read(_ path: [String], as type: ConfigType) -> ConfigContent? {
    try? self.values.value(forKey: AbsoluteConfigKey(path), type: type).value?.content
  }

  private func problem(_ option: CommandOption, _ text: String) -> ConfigurationError {
    ConfigurationError("\(self.label(option.name)) \(text)")
  }
}

/// Why options cannot be taken from the environment or a file, in words for the operator. No value is
/// ever part of it, since it may be a secret.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
