import ArgumentParser
import Foundation
import Testing

@testable import interaction_load

@Suite("Command outcomes")
struct OutcomesCommandTests {
  /// Returns the error of a command line; nil if it is valid.
  private static func problem(_ arguments: [String]) -> String? {
    do {
      _ = try InteractionLoad.parseAsRoot(["outcomes", "."] + arguments)
      return nil
    } catch {
      return InteractionLoad.message(for: error)
    }
  }

  @Test("A valid command line")
  func valid() {
    #expect(
      Self.problem([
        "--by", "variant", "--phase", "last", "--triggered", "--document", "a.yaml", "--format",
        "csv", "--figure", "rockets_per_user", "--opened", "low=12", "--expect",
        "rockets_per_session within 10%", "--confidence", "99", "--expected-users", "20000",
      ]) == nil)
  }

  @Test(
    "Options that are refused, each with the reason",
    arguments: [
      (["--by", "colour"], "Please provide one of 'variant'"),
      (["--phase", "first"], "Please provide one of 'all' and 'last'"),
      (["--format", "xml"], "Please provide one of 'text', 'json' or 'csv'"),
      (["--figure", "rockets"], "must be a figure with _per_session or _per_user"),
      (["--expect", "rockets_per_user < 1"], "must be 'FIGURE_per_session within P%'"),
      (["--document", "a.yaml"], "--document needs --triggered"),
      (["--confidence", "100"], "must be 50 to 99.99"),
      (["--expected-users", "10"], "must be 300 to 1000000000"),
      (["nowhere"], "<recordings> has 'nowhere'; there is no such file or folder"),
    ])
  func refused(arguments: [String], reason: String) throws {
    let problem = try #require(Self.problem(arguments))
    #expect(problem.contains(reason), "\(problem)")
  }

  @Test(
    "Folders and files that are refused, each with the reason",
    arguments: [
      ([], "the folders have no recording"),
      (["--opened", "nothing.prom"], "must be a file of metrics, or VARIANT=COUNT"),
      (["--opened", "FOLDER/notes.md"], "has no interaction_variant_opened_total"),
      (["--triggered", "--document", "nothing.yaml"], "nothing.yaml: there is no such file"),
      (["FOLDER/notes.md"], "none of 1 recordings has the selection of a variant"),
    ])
  func run(arguments: [String], reason: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("outcomes-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("# nothing\n".utf8).write(to: folder.appendingPathComponent("notes.md"))
    let arguments = arguments.map { $0.replacing("FOLDER", with: folder.path) }
    let command = try OutcomesCommand.parse([folder.path] + arguments)
    do {
      try await command.run()
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains(reason), "\(error)")
    }
  }
}
