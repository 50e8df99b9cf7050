import ArgumentParser

/// The effective options as a configuration file, with the source of each.
struct PrintedConfiguration {
  let text: String

  /// - Parameter defaults: The default values of repeating options, such as `sessions=20000`.
  init(
    _ configured: ConfiguredArguments, of command: any ParsableCommand.Type,
    defaults: [String: [String]]
  ) throws {
    let options = try CommandOption.all(of: command)
    let given = Self.values(in: configured.arguments, of: options)
    let lines = options.flatMap { option in
      let source = configured.label(of: option.name) ?? "command line"
      let values = (given[option.name] ?? []).map { Entry(value: $0, source: source) }
      if let pairs = defaults[option.name] {
        return Self.mapping(option.name, values, otherwise: pairs)
      }
      return option.lines(values)
    }
    self.text = lines.joined(separator: "\n") + "\n"
  }

  fileprivate struct Entry {
    let value: String
    let source: String
  }

  /// Returns the lines of a mapping from `part=value` entries.
  private static func mapping(
    _ name: String, _ given: [Entry], otherwise defaults: [String]
  ) -> [String] {
    var entries: [(part: Substring, entry: Entry)] = []
    for entry in defaults.map({ Entry(value: $0, source: "default") }) + given {
      let part = entry.value.prefix { $0 != "=" }
      if let known = entries.firstIndex(where: { $0.part == part }) {
        entries[known].entry = entry
      } else {
        entries.append((part, entry))
      }
    }
    let lines = entries.map { part, entry in
      "  \(part): \(String(entry.value.dropFirst(part.count + 1)).yaml)  # \(entry.source)"
    }
    return ["\(name):"] + lines
  }

  /// Returns the values by option; of a non-repeating option given twice, the last counts, as in
  /// the parser.
  private static func values(
    in arguments: [String], of options: [CommandOption]
  ) -> [String: [String]] {
    let known = Dictionary(uniqueKeysWithValues: options.map { ($0.name, $0) })
    var found: [String: [String]] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      guard argument.hasPrefix("--") else { continue }
      let name = String(argument.dropFirst(2).prefix { $0 != "=" })
      guard let option = known[name] else { continue }
      let isWhole = option.isFlag || argument.contains("=")
      let value =
        option.isFlag
        ? "true" : isWhole ? String(argument.dropFirst(name.count + 3)) : rest.popFirst() ?? ""
      found[name] = option.isRepeating ? (found[name] ?? []) + [value] : [value]
    }
    return found
  }
}

extension CommandOption {
  fileprivate func lines(_ entries: [PrintedConfiguration.Entry]) -> [String] {
    if self.isRepeating, let source = entries.first?.source {
      return ["\(self.name):  # \(source)"] + entries.map { "  - \($0.value.yaml)" }
    }
    if let entry = entries.last { return ["\(self.name): \(entry.value.yaml)  # \(entry.source)"] }
    if let value = self.defaultValue { return ["\(self.name): \(value.yaml)  # default"] }
    return ["# \(self.name):"]
  }
}

extension String {
  /// The text as a YAML scalar, quoted unless it is plainly a word, path or number.
  fileprivate var yaml: String {
    let isWord = ["true", "false", "yes", "no", "on", "off", "null"].contains(self.lowercased())
    if self == "true" || self == "false" { return self }
    if !isWord, self.wholeMatch(of: /[A-Za-z0-9\/][A-Za-z0-9_.\/-]*/) != nil { return self }
    return "'" + self.replacing("'", with: "''") + "'"
  }
}
