import ArgumentParser
import Foundation

/// An option of a command, as its help has it.
struct CommandOption: Hashable {
  /// Without the dashes.
  let name: String
  /// Is given or not, and has no value.
  let isFlag: Bool
  let isRepeating: Bool
  /// Its value where it is not given; nil if it has none then.
  var defaultValue: String?
}

extension CommandOption {
  /// Those that only make sense on the command line, or say where the others are.
  private static let reserved: Set = ["check", "config", "help", "print-config", "version"]

  /// The options of a command that may be given elsewhere too, in the order of its help.
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

  /// Whether this could be meant as an option's name, so that the parser has something to say.
  static func isName(_ text: String) -> Bool {
    !Self.reserved.contains(text) && text.wholeMatch(of: /[A-Za-z][A-Za-z0-9-]*/) != nil
  }

  /// The part of ArgumentParser's description of a tool that is needed here.
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
