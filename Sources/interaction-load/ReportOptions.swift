import ArgumentParser
import Foundation
import InteractionHarness
import InteractionLoad

/// Where what was measured is written.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write everything as JSON, which 'compare' reads again.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write a line for each second.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Write a page to look at, in one file.", valueName: "file"))
  var html: String?

  func write(_ report: LoadReport) throws {
    try Self.write(self.json) { try report.json }
    try Self.write(self.csv) { Data(report.csv.utf8) }
    try Self.write(self.html) { Data(report.html.utf8) }
  }

  private static func write(_ file: String?, _ data: () throws -> Data) throws {
    guard let file else { return }
    do {
      try data().write(to: URL(fileURLWithPath: file))
    } catch {
      Console.complain("interaction-load: cannot write \(file): \(error.localizedDescription)")
      throw ExitCode(73)
    }
  }
}
