import ArgumentParser
import Foundation

/// An option of a command, from its help.
struct CommandOption: Hashable {
  /// The name without dashes.
  let name: String
  /// True if it has no value.
  let isFlag: Bool
  let isRepeating: Bool
  /// The default value; nil for none.
  var defaultValue: String?
}

extension CommandOption {
  /// Options that are valid only on the command line.
  private static let reserved: Set = ["check", "config", "help", "print-config", "version"]

  /// Returns the options of a command that the environment or a file may give, in the order of its
  /// help.
  static func all(of command: any ParsableCommand.Type) throws -> [Self] {
    let dump = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    return (dump.command.arguments ?? []).compactMap { argument in
      guard argument.kind != .positional, let name = argument.preferredName?.name,
        !Self.reserved.contains(name)
      else { return nil }
      return Self(
        name: name, isFlag: argument.kind == .flag, isRepeating: argument.isRepeating,
        defaultValue: argument.defaultValue)
    }
  }

  /// Returns whether the text could be an option's name, so that the parser can report it.
  static func isName(_ text: String) -> Bool {
    !Self.reserved.contains(text) && text.wholeMatch(of: /[A-Za-z][A-Za-z0-9-]*/) != nil
  }

  /// The needed part of ArgumentParser's JSON description of a command.
  private struct Dump: Decodable {
    let command: Command

    struct Command: Decodable {
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let kind: Kind
      let isRepeating: Bool
      let preferredName: Name?
      let defaultValue: String?
    }

    enum Kind: String, Decodable {
      case positional
      case option
      case flag
    }

    struct Name: Decodable {
      let name: String
    }
  }
}
