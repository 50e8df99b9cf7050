import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace
import InteractionWire
import Testing

@testable import InteractionClient
@testable import InteractionService
@testable import InteractionStream

@Suite("Store: a session goes on after a restart of the app")
struct KeptSessionTests {
  private static let day = Int64(86_400) * 1_000_000

  private static func link() throws -> InterruptibleLink {
    try InterruptibleLink(try #require(try BuiltInExperiences.named("home-refined")))
  }

  /// Returns a saved session with applied directives and two events that no checkpoint contains.
  private static func kept(at wallClock: Int64 = Self.day) throws -> KeptSession {
    var link = try Self.link()
    link.happen(.tapTab(index: 1))
    link.settle()
    link.happen(.tapTab(index: 2), at: Instant(microseconds: 10))
    link.flush()
    link.happen(.tapTab(index: 3), at: Instant(microseconds: 20))
    return try #require(link.kept(at: wallClock))
  }

  @Test(
    "restarted after each event, each time from what the store has: the directives are those of the recording",
    arguments: EndToEndTests.files)
  func everyEvent(file: URL) throws {
    let trace = try Trace(file: file)
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    var limits = StreamLimits()
    // The server makes no ticks, so that the runs are equal.
    limits.tickGrace = .seconds(100_000)
    limits.heartbeatInterval = .seconds(100_000)
    limits.idleTimeout = .seconds(100_000)
    var link = try InterruptibleLink(
      experience, surface: trace.header.surface, current: trace.header.current,
      start: trace.header.start, limits: limits)
    for (index, event) in trace.events.enumerated() {
      link.pass(until: max(link.now, event.time))
      link.happen(event.kind, at: event.time, command: event.command)
      // By turns: not sent; sent and lost; delivered, with its answer lost; all delivered.
      if index % 4 > 0 { link.flush() }
      if index % 4 > 1 { link.deliverUp() }
      if index % 4 > 2 { link.receiveAll() }
      let bytes = try #require(link.kept(at: Self.day)?.bytes)
      link.restart(from: try KeptSession(bytes: bytes))
      if index % 3 > 0 { link.settle() }
    }
    link.settle()
    try link.checkSettled("\(file.lastPathComponent)")
    let recorded = trace.recorded(with: experience).directives
    #expect(recorded == link.applied.values.sorted { $0.sequence < $1.sequence })
  }

  @Test("events after the newest saved state are lost as a whole, and none is applied twice")
  func older() throws {
    var link = try Self.link()
    link.happen(.tapTab(index: 1))
    link.settle()
    let kept = try #require(link.kept(at: Self.day))
    link.happen(.tapTab(index: 2), at: Instant(microseconds: 10))
    link.settle()
    #expect(link.client.applied == 2)
    link.restart(from: kept)
    link.settle()
    #expect(link.client.current.selectedTab == 1)
    link.happen(.tapTab(index: 3), at: Instant(microseconds: 20))
    link.settle()
    try link.checkSettled("older")
    #expect(link.client.applied == 2 && link.client.current.selectedTab == 3)
  }

  @Test("it reads back as it was; cut off anywhere, or with another's token, it is damaged")
  func damaged() throws {
    let kept = try Self.kept()
    let bytes = kept.bytes
    let read = try KeptSession(bytes: bytes)
    #expect(read.bytes == bytes)
    #expect(read.events.map(\.kind) == [.tapTab(index: 2), .tapTab(index: 3)])
    #expect(read.nextEvent == 4 && read.resume.directive == 1)
    for count in 0 ..< bytes.count {
      #expect(throws: Violation.self, "\(count) of \(bytes.count) bytes") {
        try KeptSession(bytes: Array(bytes[..<count]))
      }
    }
    var foreign = kept
    foreign.resume.token = [1]
    #expect(throws: Violation.self) { try KeptSession(bytes: foreign.bytes) }
    foreign = kept
    foreign.resume.firstEvent = kept.checkpoint.event + 2
    #expect(throws: Violation.self, "events are missing") {
      try KeptSession(bytes: foreign.bytes)
    }
  }

  @Test("numbers and times at their ends are damage, and end nothing")
  func extremes() throws {
    let kept = try Self.kept()
    let changes: [(inout KeptSession) -> Void] = [
      { $0.resume.firstEvent = .max },
      { ($0.checkpoint.event, $0.resume.firstEvent) = (.max, .max) },
      { $0.ackedEvent = .max },
      { $0.resume.directive = .max },
      { $0.checkpoint.directive = .max },
      { $0.open.epoch = .max },
      { $0.open.time = Instant(microseconds: .max) },
      { $0.open.time = Instant(microseconds: .min) },
    ]
    for change in changes {
      var damaged = kept
      change(&damaged)
      #expect(throws: Violation.self) { try KeptSession(bytes: damaged.bytes) }
    }
  }

  @Test(
    "it is gone on with by the same session of the same user only, as long as a checkpoint lives")
  func fits() throws {
    let kept = try Self.kept()
    var configuration = SessionConfiguration(
      sessionID: "cut", experience: "home-refined", surface: .phone)
    #expect(kept.matches(configuration))
    configuration.experience = ""
    #expect(kept.matches(configuration), "the default is that one")
    configuration.experience = "home-literal"
    #expect(!kept.matches(configuration))
    configuration.experience = "home-refined"
    configuration.outboxCapacity = 1
    #expect(!kept.matches(configuration), "two events wait")
    configuration.outboxCapacity = 2
    configuration.user = "ana"
    #expect(!kept.matches(configuration))
    configuration = SessionConfiguration(sessionID: "CUT", surface: .phone)
    #expect(!kept.matches(configuration), "a file system may not tell them apart")
    let life = kept.checkpoint.lifetime.microseconds
    #expect(!kept.isExpired(at: Self.day + life - 1) && kept.isExpired(at: Self.day + life))
  }

  @Test("S5: session time follows the wall clock, and never goes back")
  func time() throws {
    let kept = try Self.kept()
    #expect(kept.open.time == Instant(microseconds: 20))
    var configuration = SessionConfiguration(sessionID: "cut", surface: .phone)
    let later = kept.restart(of: configuration, at: Self.day + 5_000_000)
    #expect(later == Instant(microseconds: 5_000_020))
    #expect(kept.restart(of: configuration, at: Self.day - 5_000_000) == kept.open.time)
    configuration.runsWithClock = false
    #expect(kept.restart(of: configuration, at: Self.day + 5_000_000) == kept.open.time)
  }

  @Test("after a restart only effects of new causes are performed")
  func news() throws {
    let stream = ClientStream(try Self.kept(), options: ClientStream.Options())
    func directive(_ cause: Directive.Cause, at microseconds: Int64) -> Directive {
      Directive(sequence: 2, cause: cause, at: Instant(microseconds: microseconds))
    }
    #expect(!stream.performsEffects(of: directive(.event(sequence: 3), at: 20)))
    #expect(!stream.performsEffects(of: directive(.deadline(name: "gate"), at: 20)))
    #expect(stream.performsEffects(of: directive(.event(sequence: 4), at: 21)))
    #expect(stream.performsEffects(of: directive(.command(id: "c"), at: 20)))
    #expect(
      ClientStream(options: ClientStream.Options(), at: .zero)
        .performsEffects(of: directive(.event(sequence: 1), at: 0)))
  }
}
