import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionExperience
import InteractionWhatIf

/// The sweep of one or two fields.
extension WhatIfCommand {
  private static let shownFigures = ["rockets", "floors_opened", "changed_sessions"]

  private var objective: SweepReport.Objective? {
    self.maximize.map { .maximum($0) } ?? self.minimize.map { .minimum($0) }
  }

  /// Plays the recordings through each version of the sweep.
  func runSweep(over files: [URL]) async throws {
    let sweep = try self.readSweep()
    // Every fifth recording is held back for the best point.
    let isHeldBack = self.objective != nil
    let chosen = files.indices.filter { !isHeldBack || $0 % 5 != 4 }.map { files[$0] }
    let rest = isHeldBack ? files.indices.filter { $0 % 5 == 4 }.map { files[$0] } : []
    let progress = PlaybackProgress(label: "sweep", files: chosen.count)
    let whatIf = WhatIf(sweep: sweep.points.map(\.version))
    let summaries = try await whatIf.run(chosen, report: progress.draw)
    let heldBack = isHeldBack ? try await whatIf.run(rest) : []
    progress.finish()
    let report = SweepReport(
      sweep, summaries, heldBack: heldBack,
      figures: self.figure.isEmpty ? Self.shownFigures : self.figure, objective: self.objective)
    if let name = report.unknownFigures.first {
      throw ValidationError(
        "no figure is called '\(name)', but: \(report.knownFigures.joined(separator: ", "))")
    }
    for line in report.lines { Console.line(line) }
    for line in WhatIfReport.uncompared(summaries[0], files: chosen) { Console.line(line) }
    try self.csv?.save(Data(report.csv.utf8))
    try self.html?.save(Data(report.html.utf8))
    if summaries[0].sessions == 0 { throw ExitCode.noVerdict }
  }

  private func readSweep() throws -> Sweep {
    do {
      return try Sweep(self.sweep, of: try ExperienceFile(path: self.version))
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
