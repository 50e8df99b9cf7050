import ArgumentParser
import Foundation
import InteractionConsole
import InteractionCore
import InteractionExperience

/// Checks experience files without a server.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check experience files, as the engine does before it serves them.",
    discussion: """
      Prints 'ok' for each good file, with the experience's name, its digest, and how large the state \
      of one of its sessions can become; for a bad one the file, the field, what is wrong, and the \
      nearest valid spelling where there is one.

      Exit codes: 0 all files are good; 65 a file has a mistake; 66 a file cannot be read.
      """
  )

  @Argument(help: ArgumentHelp("Experience files: .yaml, .yml or .json.", valueName: "file"))
  var files: [String]

  func run() throws {
    var code = ExitCode.success
    for file in self.files {
      do {
        let experience = try Experience(file: URL(fileURLWithPath: file))
        print(
          "\(file): ok, \(experience.name) \(experience.digest.prefix(12)); a session takes at most"
            + " \(experience.largestStateBytes) bytes encoded,"
            + " about \(experience.largestStateMemory) in memory")
      } catch let error as ExperienceError {
        for line in "\(error)".split(separator: "\n") { print("\(file): \(line)") }
        if code == .success { code = .badExperience }
      } catch {
        Console.complain("\(file): cannot be read: \(error.localizedDescription)")
        code = .unreadable
      }
    }
    if code != .success { throw code }
  }
}

extension ExitCode {
  /// A file has a mistake.
  fileprivate static let badExperience = ExitCode(65)
  /// A file cannot be read.
  fileprivate static let unreadable = ExitCode(66)
}
