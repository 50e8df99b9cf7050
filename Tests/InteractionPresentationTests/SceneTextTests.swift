import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import Testing

@Suite("Scene vectors")
struct SceneTextTests {
  private func text(of bundled: BundledTrace) throws -> String {
    let trace = try bundled.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    return SceneText(trace, by: experience).text
  }

  @Test("M4: the lines of a scene hold the values on the way")
  func tour() throws {
    let lines = try self.text(of: .tour).split(separator: "\n")
    let strip = lines.filter { $0.hasPrefix("toggle/rocket ") }
    #expect(strip.contains { $0.contains("shows=strip:") })
    #expect(lines.contains { $0.hasPrefix("floor/page ") && $0.contains("opacity=0.") })
    #expect(lines.contains { $0.hasPrefix("- list/snapshot") })
    let times = lines.compactMap { $0.hasPrefix("at ") ? Int($0.dropFirst(3)) : nil }
    #expect(times == times.sorted() && times.count > 500)
  }

  @Test("every bundled trace has scenes, the same each time", arguments: BundledTrace.allCases)
  func bundled(trace: BundledTrace) throws {
    let text = try self.text(of: trace)
    #expect(text == (try self.text(of: trace)))
    #expect(text.utf8.count < 300_000)
  }
}
