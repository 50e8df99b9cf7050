import ArgumentParser
import InteractionCommandLine
import InteractionCore
import InteractionExperience
import InteractionVariants
import InteractionWire

/// Checks experience files without a server.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Validate experience files, as the engine does before it serves them.",
    discussion: """
      Prints 'ok' for each valid file, with the experience's name, its digest and the maximum size of \
      a session's state. Prints each error of an invalid file with file, line, column, field, the \
      requirement and, if there is one, the nearest valid spelling. In a directory, validates the \
      files that 'serve --experiences' reads. Warnings show parts that are valid but probably \
      unintended. For a file of variants, prints the differences to the first variant, and how many \
      users get each.

      With --json-schema, prints the JSON Schema of experience files, with which editors complete and \
      validate them.

      Exit codes: 0 all files are valid; 65 a file is invalid; 66 a file cannot be read.
      """
  )

  @Flag(help: "Print the JSON Schema of experience files.")
  var jsonSchema = false

  @Argument(
    help: ArgumentHelp(
      "Experience files (.yaml, .yml or .json) and directories of them.", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    guard self.jsonSchema || !self.files.isEmpty else {
      throw ValidationError("Missing expected argument '<file> ...'")
    }
  }

  func run() throws {
    if self.jsonSchema { print(ExperienceFile.jsonSchema) }
    var code = ExitCode.success
    for path in self.files {
      do throws(ExperienceFile.ReadError) {
        if ExperienceFolder.exists(at: path) {
          let folder = try ExperienceFolder(path: path)
          folder.files.forEach(self.approve)
          for path in folder.variantPaths { try self.approve(VariantsFile(path: path)) }
          for error in folder.errors { code = self.report(error, after: code) }
        } else {
          try self.approve(path)
        }
      } catch {
        code = self.report(error, after: code)
      }
    }
    if code != .success { throw code }
  }

  private func approve(_ path: String) throws(ExperienceFile.ReadError) {
    if ExperienceFile.hasVariants(try ExperienceFile.text(path)) {
      try self.approve(VariantsFile(path: path))
    } else {
      self.approve(try ExperienceFile(path: path))
    }
  }

  /// Prints the differences between the variants, and the consequences for users if the file were
  /// published first.
  private func approve(_ file: VariantsFile) throws(ExperienceFile.ReadError) {
    let plan = try file.plan(replacing: nil).plan
    file.warnings.forEach { print($0) }
    print(
      "\(file.path): ok, \(file.document.name) with \(file.document.variants.count) variants")
    for line in file.differences + plan.notes { print("  \(line)") }
  }

  private func approve(_ file: ExperienceFile) {
    file.warnings.forEach { print($0) }
    let experience = file.experience
    print(
      "\(file.path): ok, \(experience.name) \(experience.digest.prefix(12)); a session takes at most"
        + " \(experience.largestStateBytes) bytes encoded,"
        + " about \(experience.largestStateMemory) in memory")
  }

  /// Prints an error. Returns the exit code.
  private func report(_ error: ExperienceFile.ReadError, after code: ExitCode) -> ExitCode {
    switch error {
    case .unreadable(let line):
      Console.error(line)
      return .unreadable
    case .invalid(let lines):
      lines.forEach { print($0) }
      return code == .success ? .badExperience : code
    }
  }
}

extension ExitCode {
  /// An invalid file (`EX_DATAERR`).
  fileprivate static let badExperience = ExitCode(65)
  /// An unreadable file (`EX_NOINPUT`).
  fileprivate static let unreadable = ExitCode(66)
}
