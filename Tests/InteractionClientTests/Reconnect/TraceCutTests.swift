import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace
import InteractionWire
import Testing

@testable import InteractionClient
@testable import InteractionService
@testable import InteractionStream

@Suite("Reconnect: every bundled trace, cut everywhere")
struct TraceCutTests {

  /// Returns a link that plays a trace; the server makes no ticks, so that two runs are equal.
  private static func link(_ trace: Trace, _ experience: Experience, skips: Bool) throws
    -> InterruptibleLink
  {
    var limits = StreamLimits()
    limits.tickGrace = .seconds(100_000)
    limits.heartbeatInterval = .seconds(100_000)
    limits.idleTimeout = .seconds(100_000)
    return try InterruptibleLink(
      experience, surface: trace.header.surface, current: trace.header.current,
      start: trace.header.start, skips: skips, limits: limits)
  }

  private static func play(_ event: InteractionEvent, on link: inout InterruptibleLink) {
    link.pass(until: max(link.now, event.time))
    link.happen(event.kind, at: event.time, command: event.command)
  }

  @Test(
    "cut after each event, each time resumed elsewhere: the directives are those of the recording",
    arguments: EndToEndTests.files)
  func everyEvent(file: URL) throws {
    let trace = try Trace(file: file)
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    var link = try Self.link(trace, experience, skips: false)
    for (index, event) in trace.events.enumerated() {
      Self.play(event, on: &link)
      // By turns: not sent; sent and lost; delivered, with its answer lost; all delivered.
      if index % 4 > 0 { link.flush() }
      if index % 4 > 1 { link.deliverUp() }
      if index % 4 > 2 { link.receiveAll() }
      link.cut()
      if index % 3 > 0 { link.settle() }
    }
    link.settle()
    try link.checkSettled("\(file.lastPathComponent)")
    let recorded = trace.recorded(with: experience).directives
    #expect(recorded == link.applied.values.sorted { $0.sequence < $1.sequence })
    #expect(link.outcomes.count > trace.events.count / 2)
  }

  @Test(
    "cut wherever a frame can be lost: the session goes on as if nothing had happened",
    arguments: EndToEndTests.files, [false, true])
  func everyFrame(file: URL, skips: Bool) throws {
    let trace = try Trace(file: file)
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    var link = try Self.link(trace, experience, skips: skips)
    func fork(_ point: String, _ expected: InterruptibleLink, _ cut: InterruptibleLink) throws {
      var (cut, expected) = (cut, expected)
      cut.cut()
      cut.settle()
      expected.settle()
      let comment: Comment = "\(file.lastPathComponent), skips \(skips): \(point)"
      try cut.checkSettled(comment)
      try #require(cut.applied == expected.applied, comment)
      try #require(cut.server.session == expected.server.session, comment)
    }
    // Every nth event of the longest traces, since the events in between are similar.
    let stride = max(trace.events.count / 40, 1)
    for (index, event) in trace.events.enumerated() {
      Self.play(event, on: &link)
      guard index % stride == 0 else {
        link.settle()
        continue
      }
      try fork("before \(event.sequence) was sent", link, link)
      link.flush()
      while !link.upwards.isEmpty || !link.downwards.isEmpty {
        try fork("event \(event.sequence), \(link.upwards.count) lost", link, link)
        if !link.upwards.isEmpty { link.deliverUp() } else { link.deliverDown() }
        link.flush()
      }
    }
    try link.checkSettled("\(file.lastPathComponent)")
  }
}
