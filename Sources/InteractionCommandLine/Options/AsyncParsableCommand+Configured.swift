public import ArgumentParser
import Foundation

extension AsyncParsableCommand {
  /// Runs the program. Options of a subcommand that the command line does not give are taken from
  /// the environment, then from a file, and parsed alike.
  ///
  /// - Parameters:
  ///   - subcommand: The subcommand of the options; it has ``ConfigurationOptions``.
  ///   - prefix: The prefix of the variables, such as `INTERACTION` for `INTERACTION_PORT`.
  ///   - defaults: The default values of repeating options, such as `sessions=20000`.
  public static func main(
    configuring subcommand: any ParsableCommand.Type, prefix: String,
    defaults: [String: [String]] = [:]
  ) async {
    let line = Array(CommandLine.arguments.dropFirst())
    guard line.first == subcommand._commandName, !Self.asksForHelp(line, instead: subcommand) else {
      return await Self.main(line)
    }
    let environment = ProcessInfo.processInfo.environment
    do {
      let configured = try ConfiguredArguments(
        Array(line.dropFirst()), of: subcommand, environment: environment, prefix: prefix)
      let arguments = line.prefix(1) + configured.arguments
      do {
        _ = try Self.parseAsRoot(Array(arguments))
      } catch {
        Self.refuse(configured.labelled(Self.fullMessage(for: error)))
      }
      if line.contains("--print-config") {
        let printed = try PrintedConfiguration(configured, of: subcommand, defaults: defaults)
        print(printed.text, terminator: "")
        return
      }
      await Self.main(Array(arguments))
    } catch {
      Self.refuse("Error: \(error)")
    }
  }

  /// Returns whether the arguments ask for help or another subcommand, which work whatever the
  /// environment contains.
  private static func asksForHelp(
    _ arguments: [String], instead subcommand: any ParsableCommand.Type
  ) -> Bool {
    do {
      return type(of: try Self.parseAsRoot(arguments)) != subcommand
    } catch {
      return Self.exitCode(for: error) == .success
    }
  }

  private static func refuse(_ message: String) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
    Foundation.exit(ExitCode.validationFailure.rawValue)
  }
}
