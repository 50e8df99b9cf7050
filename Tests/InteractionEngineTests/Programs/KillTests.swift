import Foundation
import InteractionRandom
import InteractionTrace
import InteractionWire
import Testing

@Suite(
  "Engines that are killed between a backend's command and the session's next event",
  .timeLimit(.minutes(10)))
struct KillTests {
  /// The point at which the engine is killed.
  enum Kill: String, CaseIterable {
    /// The backend's call is in flight.
    case unheard
    /// The backend cannot know the call's progress.
    case racing
    /// The engine has sent the frame, which is lost.
    case unread
    /// The client has received the frame, and not acknowledged it.
    case unacknowledged
    /// The acknowledgement is in flight.
    case acknowledged
    /// The backend has received the answer.
    case answered

    /// The possible answers to the call, if it leads to directives.
    var answers: Set<String> {
      switch self {
      case .unheard, .racing, .unacknowledged: ["unavailable"]
      case .unread: ["unconfirmed"]
      case .acknowledged: ["unavailable", "applied"]
      case .answered: ["applied"]
      }
    }
  }

  /// Disables the server's ticks, which the history does not contain, in case the machine stalls.
  private static let noTicks = ["--limit", "tick-grace-ms=3600000"]

  /// Bundled sessions with events that a backend can cause.
  private static let sessions = [
    "extended-tabs", "second-floor", "big-logo", "button-bar", "dancing-tabs", "tap-bar",
  ]

  private static let enginesAtOnce = 4

  /// True to kill at every command, which takes many minutes.
  private static let isLong = RandomCases.areAll

  private static func trace(_ name: String) throws -> Trace {
    try Trace(
      file: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources/InteractionReplay/Resources/\(name).txt"))
  }

  @Test(
    "at a third of one session's orders, and a sixth of another's: nothing is lost or done twice",
    arguments: Kill.allCases)
  func killed(kill: Kill) async throws {
    let place = Kill.allCases.firstIndex(of: kill) ?? 0
    try await self.killAll(kill, at: "second-floor") { $0 % 3 == place % 3 }
    try await self.killAll(kill, at: "extended-tabs") { $0 % Kill.allCases.count == place }
  }

  @Test("at each order of each session", .enabled(if: isLong), arguments: Kill.allCases)
  func killedEverywhere(kill: Kill) async throws {
    for name in Self.sessions { try await self.killAll(kill, at: name) { _ in true } }
  }

  /// Kills an engine at the wanted commands of a session, with a second engine as a fallback.
  private func killAll(
    _ kill: Kill, at name: String, where isWanted: (Int) -> Bool
  ) async throws {
    let folder = try TestFolder()
    let options = ["--checkpoint-keys", try await folder.addKey()] + Self.noTicks
    let trace = try Self.trace(name)
    let steps = try Step.of(trace)
    let orders = steps.indices.filter { steps[$0].order != nil }
    try #require(!orders.isEmpty)
    try await ProgramEngine.with(options) { second in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, place) in orders.enumerated() where isWanted(number) {
          if number >= Self.enginesAtOnce { try await group.next() }
          group.addTask {
            try await ProgramEngine.with(options) { first in
              let witness = try await RecordedSession("witness-\(number)", trace.header, on: first)
              try await self.kill(first, kill, at: place, in: steps, witness, then: second)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Kills the engine at one command; the session continues on the second engine.
  private func kill(
    _ first: ProgramEngine, _ kill: Kill, at place: Int, in steps: [Step],
    _ witness: RecordedSession,
    then second: ProgramEngine
  ) async throws {
    let (event, order) = (steps[place].event, try #require(steps[place].order))
    let id = event.commandID
    try await witness.play(steps[..<place])
    let answer = try await self.killed(first, kill, witness, order, event)
    try await witness.resume(on: second)
    func expectDone(_ answer: String) {
      // A command without directives is confirmed by the next directive.
      let good = ["applied", "refused"] + (witness.heard.contains(id) ? [] : ["unconfirmed"])
      #expect(good.contains(answer), "\(id) again, after \(kill)")
    }
    if answer == "applied" {
      try await witness.note(event)
    } else {
      expectDone(try await witness.carryOut(order, event))
    }
    expectDone(try await witness.answer(to: witness.ask(order, event)))
    try await witness.play(steps[(place + 1)...])
    try await witness.catchUp()
    // A lost or duplicated command would be visible here.
    try await witness.expectWhole()
    if witness.heard.contains(id), answer != "refused" {
      #expect(kill.answers.contains(answer), "\(id), \(kill)")
    }
    #expect(await witness.survivor.conversation.close().end == .well)
  }

  /// Sends a command, and kills the engine at some point. Returns the answer.
  private func killed(
    _ engine: ProgramEngine, _ kill: Kill, _ witness: RecordedSession, _ order: Order,
    _ event: WireEvent
  ) async throws -> String {
    if kill == .unheard { engine.tell(SIGSTOP) }
    let call = witness.ask(order, event)
    switch kill {
    // The call may be sent before or after the kill; the answer is the same.
    case .unheard: try await Task.sleep(for: .milliseconds(50))
    case .racing: try await Task.sleep(for: .microseconds(Int.random(in: 0 ... 5_000)))
    case .unread: _ = try await witness.answer(to: call)
    case .unacknowledged, .acknowledged, .answered: try await witness.hear(event, call)
    }
    if kill == .acknowledged || kill == .answered { try await witness.acknowledge() }
    if kill == .answered { _ = try await witness.answer(to: call) }
    #expect(try await engine.ended(by: SIGKILL) == -SIGKILL)
    if kill == .racing { await witness.hearRest() }
    return try await witness.answer(to: call)
  }
}
