import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionFiles
import InteractionLoad

/// Options for the reports' files, and for live metrics.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the report as JSON, the input of 'compare'.", valueName: "file"))
  var json: OutputFile?

  @Option(help: ArgumentHelp("Write a line per second as CSV.", valueName: "file"))
  var csv: OutputFile?

  @Option(help: ArgumentHelp("Write the report as a self-contained HTML page.", valueName: "file"))
  var html: OutputFile?

  @Option(
    help: ArgumentHelp(
      "Write the directive latency in the format of HdrHistogram's tools, in ms.",
      valueName: "file"))
  var hgrm: OutputFile?

  @Option(
    help: "Port for Prometheus metrics of the run on the loopback interface",
    valueName: "port", note: " 0 picks a free one.", within: 0 ... 65_535)
  var monitoringPort: Int?

  private var files: [OutputFile] {
    [self.json, self.csv, self.html, self.hgrm].compactMap(\.self)
  }

  func validate() throws {
    let files = self.files.map { URL(fileURLWithPath: $0.path).standardizedFileURL.path }
    guard Set(files).count == files.count else {
      throw ValidationError("--json, --csv, --html and --hgrm need different files")
    }
  }

  /// Exits if a report could not be written.
  func check() throws {
    for file in self.files { try file.check() }
  }

  func write(_ report: LoadReport) throws {
    try self.json?.save(report.json)
    try self.csv?.save(Data(report.csv.utf8))
    try self.html?.save(Data(report.html.utf8))
    try self.hgrm?.save(Data(report.directiveLatency.hgrm.utf8))
  }
}
