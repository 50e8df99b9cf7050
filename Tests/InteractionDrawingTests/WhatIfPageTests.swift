import Foundation
import InteractionCore
import InteractionDrawing
import InteractionExperience
import InteractionReplay
import InteractionTrace
import InteractionWhatIf
import InteractionWire
import Testing

@Suite("The page of what-if")
struct WhatIfPageTests {
  @Test("the page has two films for each kind of difference")
  func page() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("what-if-page-\(UInt32.random(in: .min ... .max)).trace")
    var trace = try BundledTrace.tour.trace
    trace.steps.removeSubrange(120...)
    try trace.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var definition = try #require(
      BuiltInExperiences.definitions.first { $0.name == trace.header.experience })
    definition.toggles[0].threshold = 300
    let version = try Experience(definition)
    let summary = try await WhatIf(version).run([file])[0]
    let page = WhatIfReport(version: "<new>.yaml", summary: summary, files: [file]).html(
      of: version)
    #expect(summary.groups.count == 1 && page.components(separatedBy: "<iframe").count == 3)
    #expect(page.contains("What if: &lt;new&gt;.yaml"))
  }
}
