import ArgumentParser
import Foundation

@testable import InteractionCommandLine

/// A command with an option of each kind.
struct OptionsCommand: ParsableCommand {
  @OptionGroup var file: ConfigurationOptions
  @Option var port = 50051
  @Option var drainDeadline = 10.0
  @Option var host: String?
  @Option(name: .customLong("limit")) var limits: [String] = []
  @Flag var insecure = false

  func validate() throws {
    guard self.port < 65536 else {
      throw ValidationError("--port is \(self.port); must be 0 to 65535 with --drain-deadline")
    }
  }
}

/// A configuration file that exists as long as this object.
final class ConfigurationFile {
  let path: String

  init(_ text: String) throws {
    self.path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: self.path))
  }

  deinit { try? FileManager.default.removeItem(atPath: self.path) }

  func brew(_ arguments: [String], environment: [String: String]) throws -> OptionsCommand {
    try ConfiguredArguments.brew(arguments + ["--config", self.path], environment)
  }
}

extension ConfiguredArguments {
  static func brew(_ arguments: [String], _ environment: [String: String]) throws -> OptionsCommand
  {
    let configured = try Self(
      arguments, of: OptionsCommand.self, environment: environment, prefix: "BREW")
    do {
      return try OptionsCommand.parse(configured.arguments)
    } catch {
      throw ConfigurationError(configured.labelled(OptionsCommand.message(for: error)))
    }
  }
}
