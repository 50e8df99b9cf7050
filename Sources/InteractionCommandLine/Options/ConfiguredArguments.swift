import ArgumentParser

/// A command's arguments, preceded by the options from the environment and a file.
struct ConfiguredArguments {
  private(set) var arguments: [String]
  /// The sources of options that are not from the command line.
  private var sourceLabels: [String: String] = [:]

  /// - Parameters:
  ///   - arguments: The command's arguments on the command line.
  ///   - prefix: The prefix of the variables.
  /// - Throws: ``ConfigurationError``.
  init(
    _ arguments: [String], of command: any ParsableCommand.Type, environment: [String: String],
    prefix: String
  ) throws {
    self.arguments = arguments
    let options = Dictionary(
      uniqueKeysWithValues: try CommandOption.all(of: command).map { ($0.name, $0) })
    var given = Self.names(in: arguments)
    for source in try Self.sources(arguments, environment, prefix) {
      for name in source.names {
        if let option = options[name] {
          if !given.contains(name) { try self.add(option, from: source) }
        } else {
          try self.add(unknown: name, from: source)
        }
      }
      given.formUnion(source.names)
    }
  }

  private mutating func add(_ option: CommandOption, from source: OptionSource) throws {
    self.arguments = try source.arguments(for: option) + self.arguments
    self.sourceLabels[option.name] = source.label(option.name)
  }

  /// Passes an unknown option to the parser, which rejects it and suggests a similar one.
  private mutating func add(unknown name: String, from source: OptionSource) throws {
    let label = source.label(name)
    guard CommandOption.isName(name) else {
      throw ConfigurationError("\(label) is not the name of an option; see --help")
    }
    self.arguments.insert("--\(name)", at: 0)
    self.sourceLabels[name] = label
  }

  /// Returns the source of an option; nil if it is the command line.
  func label(of option: String) -> String? { self.sourceLabels[option] }

  /// Returns the parser's message with options replaced by their sources.
  func labelled(_ message: String) -> String {
    message.replacing(/--([A-Za-z][A-Za-z0-9-]*)(?: <[^>]*>)?/) { match in
      self.sourceLabels[String(match.1)] ?? String(match.0)
    }
  }

  private static func names(in arguments: [String]) -> Set<String> {
    Set(
      arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { argument in
        String(argument.dropFirst(2).prefix { $0 != "=" })
      })
  }

  /// Returns the sources in the order of their precedence.
  private static func sources(
    _ arguments: [String], _ environment: [String: String], _ prefix: String
  ) throws -> [OptionSource] {
    let sources = [OptionSource(environment: environment, prefix: prefix)]
    // If the option lacks its value, the parser rejects it.
    let named = (try? FileArgument.parse(arguments))?.options.config
    guard let file = named ?? environment["\(prefix)_CONFIG"] else { return sources }
    return sources + [try OptionSource(file: file)]
  }

  private struct FileArgument: ParsableArguments {
    @OptionGroup var options: ConfigurationOptions
    @Argument(parsing: .allUnrecognized) var others: [String] = []
  }
}
