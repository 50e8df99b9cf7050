import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace
import Testing

@testable import InteractionWhatIf

@Suite("Sweep")
struct SweepTests {
  /// Writes an experience's text, and passes the file.
  private func withFile(
    _ name: String = "home-refined", _ body: (ExperienceFile) throws -> Void
  ) throws {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/InteractionExperience/Resources/\(name).yaml")
    try body(try ExperienceFile(path: source.path))
  }

  @Test("an axis has its ends and its steps")
  func axis() throws {
    let axis = try #require(SweepAxis("toggles[rocket].threshold=300…600:25"))
    #expect(axis.path == "toggles[rocket].threshold" && axis.values.count == 13)
    #expect(axis.values.first == 300 && axis.values.last == 600)
    #expect(SweepAxis("a=0...1:0.1")?.values.count == 11)
    #expect(SweepAxis("a=0…1:0.4")?.values == [0, 0.4, 0.8])
  }

  @Test(
    "axes that are none",
    arguments: [
      "", "a", "a=1", "a=1…2", "a=2…1:1", "a=1…2:0", "a=1…2:-1", "a=1…2:x", "=1…2:1", "a=0…1e9:1",
      "a[=1…2:1", "a..b=1…2:1", "a[]=1…2:1", "a=nan…2:1",
    ])
  func invalid(text: String) {
    #expect(SweepAxis(text) == nil)
  }

  @Test("the versions of two fields differ in these only")
  func versions() throws {
    try self.withFile { file in
      let axes = ["toggles[rocket].threshold=300…400:100", "toggles[0].hysteresis=0…10:5"]
      let sweep = try Sweep(try axes.map { try #require(SweepAxis($0)) }, of: file)
      #expect(sweep.points.count == 6)
      #expect(
        sweep.points.map(\.version.toggles[0].rule.threshold) == [300, 300, 300, 400, 400, 400])
      #expect(sweep.points.map(\.version.toggles[0].rule.hysteresis) == [0, 5, 10, 0, 5, 10])
      var version = sweep.points[5].version
      version.toggles = file.experience.toggles
      version.digest = file.experience.digest
      #expect(version == file.experience)
    }
  }

  @Test(
    "paths and values that are refused, each with its reason",
    arguments: [
      ("toggles[big].threshold=1…2:1", "no element is called 'big', but: rocket"),
      ("toggles[7].threshold=1…2:1", "no element is called '7', but: rocket"),
      ("toggles[rocket].treshold=1…2:1", "no field is called 'treshold'"),
      ("name.x=1…2:1", "is a field of a value that has none"),
      ("name[0]=1…2:1", "needs a list with elements"),
      ("toggles[rocket].id=1…2:1", "is no number that can be swept"),
      ("toggles[rocket].threshold=-5…5:5", "must be 0 to 1000000"),
    ])
  func refused(text: String, reason: String) throws {
    try self.withFile { file in
      do {
        _ = try Sweep([try #require(SweepAxis(text))], of: file)
        Issue.record("accepted")
      } catch {
        #expect("\(error)".contains(reason), "\(error)")
      }
    }
  }

  @Test("more than 400 points, and one field twice, are refused")
  func tooMany() throws {
    let axis = try #require(SweepAxis("toggles[rocket].threshold=1…100:1"))
    let other = try #require(SweepAxis("toggles[rocket].hysteresis=0…10:1"))
    try self.withFile { file in
      for (axes, reason) in [([axis, other], "1100 points"), ([axis, axis], "swept twice")] {
        do {
          _ = try Sweep(axes, of: file)
          Issue.record("accepted")
        } catch {
          #expect("\(error)".contains(reason), "\(error)")
        }
      }
    }
  }

  @Test("the ends of a sweep equal separate runs; the best point is tried on others")
  func ends() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sweep-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, trace) in try SessionComparisonTests.sessions(0 ..< 8).enumerated() {
      try trace.write(to: folder.appendingPathComponent("\(index).trace"))
    }
    let files = RecordingFiles.all(in: [folder.path])
    let axis = try #require(SweepAxis("toggles[rocket].threshold=300…600:100"))
    var points: [Sweep.Point] = []
    var sweep: Sweep?
    try self.withFile { file in
      sweep = try Sweep([axis], of: file)
      points = sweep?.points ?? []
    }
    let summaries = try await WhatIf(sweep: points.map(\.version)).run(files)
    for (point, summary) in [(points[0], summaries[0]), (points[3], summaries[3])] {
      #expect(try await WhatIf(point.version).run(files)[0] == summary)
    }
    let report = SweepReport(
      try #require(sweep), summaries, heldBack: summaries, figures: ["changed_sessions"],
      objective: .maximum("rockets"))
    let rockets = summaries.map { SweepReport.values(of: "rockets", in: $0).new }
    #expect(report.best?.value == rockets.max() && report.figures.last == "rockets")
    #expect(report.lines.count == 8 && report.csv.split(separator: "\n").count == 5)
    #expect(report.html.components(separatedBy: "<figure>").count == 3)
  }
}
