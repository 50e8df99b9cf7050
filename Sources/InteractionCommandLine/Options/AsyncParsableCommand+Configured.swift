public import ArgumentParser
import Foundation

extension AsyncParsableCommand {
  /// Runs the program. What the command line does not say of a subcommand's options is taken from
  /// the environment, then from a file, and goes through the same parser.
  ///
  /// - Parameters:
  ///   - subcommand: The one whose options these are; it has ``ConfigurationOptions``.
  ///   - prefix: What the variables begin with, such as `INTERACTION` for `INTERACTION_PORT`.
  ///   - defaults: What a repeating option is made of where it is not given, such as
  ///     `sessions=20000`.
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

  /// Whether the arguments ask for something else than the subcommand, which works whatever the
  /// environment says.
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
