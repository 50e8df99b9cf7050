import Foundation
import InteractionTrace
import InteractionWire
import Testing

@Suite(
  "Engines that are killed between a backend's command and the session's next event",
  .timeLimit(.minutes(10)))
struct KillTests {
  /// When the engine is killed.
  enum Kill: String, CaseIterable {
    /// The call is on its way, and nothing more.
    case unheard
    /// The backend cannot know how far the call has come.
    case racing
    /// The frame has left the engine, and never arrives.
    case unread
    /// The frame has arrived, and the engine does not know.
    case unacknowledged
    /// The acknowledgement is on its way.
    case acknowledged
    /// The backend has its answer.
    case answered

    /// The answers that the call may get, where it leads to directives.
    var answers: Set<String> {
      switch self {
      case .unheard, .racing, .unacknowledged: ["unavailable"]
      case .unread: ["unconfirmed"]
      case .acknowledged: ["unavailable", "applied"]
      case .answered: ["applied"]
      }
    }
  }

  /// The history knows of no tick of the server's own: where the machine stands still for a moment,
  /// none may come.
  private static let noTicks = ["--limit", "tick-grace-ms=3600000"]

  /// Bundled sessions in which something happens that a backend can order.
  private static let sessions = [
    "extended-tabs", "second-floor", "big-logo", "button-bar", "dancing-tabs", "tap-bar",
  ]

  private static let enginesAtOnce = 4

  /// All kills at all orders take many minutes.
  private static let isLong = ProcessInfo.processInfo.environment["INTERACTION_LONG"] != nil

  private static func trace(_ name: String) throws -> Trace {
    try Trace(
      file: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources/InteractionReplay/Resources/\(name).txt"))
  }

  @Test(
    "at each order of one session, and at a sixth of another's: nothing is lost or done twice",
    arguments: Kill.allCases)
  func killed(kill: Kill) async throws {
    let place = Kill.allCases.firstIndex(of: kill) ?? 0
    try await self.killAll(kill, at: "second-floor") { _ in true }
    try await self.killAll(kill, at: "extended-tabs") { $0 % Kill.allCases.count == place }
  }

  @Test("at each order of each session", .enabled(if: isLong), arguments: Kill.allCases)
  func killedEverywhere(kill: Kill) async throws {
    for name in Self.sessions { try await self.killAll(kill, at: name) { _ in true } }
  }

  /// Kills an engine at those orders of a session whose numbers are wanted, beside a second engine.
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
              let witness = try await Witness("witness-\(number)", trace.header, on: first)
              try await self.kill(first, kill, at: place, in: steps, witness, then: second)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Kills the engine at one order; the session goes on with the second engine.
  private func kill(
    _ first: ProgramEngine, _ kill: Kill, at place: Int, in steps: [Step], _ witness: Witness,
    then second: ProgramEngine
  ) async throws {
    let (event, order) = (steps[place].event, try #require(steps[place].order))
    let id = event.commandID
    try await witness.play(steps[..<place])
    let answer = try await self.killed(first, kill, witness, order, event)
    try await witness.resume(on: second)
    func expectDone(_ answer: String) {
      // An order that led to nothing yet is confirmed by the next directive.
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
    // If the command was lost after all, or carried out twice, this is where it shows.
    try await witness.expectWhole()
    if witness.heard.contains(id), answer != "refused" {
      #expect(kill.answers.contains(answer), "\(id), \(kill)")
    }
    #expect(await witness.survivor.conversation.close().end == .well)
  }

  /// Orders something, and kills the engine meanwhile. Returns the answer.
  private func killed(
    _ engine: ProgramEngine, _ kill: Kill, _ witness: Witness, _ order: Order, _ event: WireEvent
  ) async throws -> String {
    if kill == .unheard { engine.tell(SIGSTOP) }
    let call = witness.ask(order, event)
    switch kill {
    // The call leaves before or after; its answer is the same.
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
