import InteractionCore
import InteractionReplay
import InteractionTrace
import Synchronization
import Testing

@Suite("A replay's timeline as it goes")
struct LiveTimelineTests {
  private func lines(showsSamples: Bool, after events: Int) throws -> [String] {
    let trace = try BundledTrace.tour.trace
    let lines = Mutex<[String]>([])
    let timeline = LiveTimeline(since: trace.header.start, showsSamples: showsSamples) { line in
      lines.withLock { $0.append(line) }
    }
    for step in trace.steps.prefix(events) {
      timeline.add(.event(step.event))
      for directive in step.directives { timeline.add(.directive(directive)) }
    }
    if events >= trace.steps.count { timeline.finish() }
    return lines.withLock(\.self)
  }

  @Test("Each event and directive is told at once, a movement's samples when it is over")
  func live() throws {
    let trace = try BundledTrace.tour.trace
    let first = try #require(trace.steps.firstIndex { $0.event.isSample })
    let next = try #require(
      trace.steps[first...].firstIndex { !$0.event.isSample || !$0.directives.isEmpty })
    let before = try self.lines(showsSamples: true, after: first)
    #expect(try self.lines(showsSamples: true, after: next) == before)
    let after = try self.lines(showsSamples: true, after: next + 1)
    #expect(after.count > before.count)
    #expect(after[before.count].contains("\(next - first) samples"), "\(after)")
  }

  @Test("Samples can be left out; everything else is there")
  func quiet() throws {
    let trace = try BundledTrace.tour.trace
    let all = try self.lines(showsSamples: false, after: .max)
    #expect(
      all.count == trace.events.count { !$0.isSample } + trace.directives.count)
    let text = try self.lines(showsSamples: true, after: .max).joined()
    #expect(text.contains("samples)") && all.allSatisfy(text.contains))
  }
}
