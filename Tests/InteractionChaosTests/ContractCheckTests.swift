import InteractionCore
import InteractionTrace
import Testing

@testable import InteractionChaos
@testable import InteractionClient

/// The comparison of received directives with the expected ones.
@Suite struct ContractCheckTests {
  private static func badge(_ sequence: UInt64, tab: Int = 1) -> Directive {
    let state = BadgeState(
      tab: tab, isShown: true, style: .dot, text: "", dx: 0, dy: 0, height: 18, loop: .none)
    return Directive(
      sequence: sequence, cause: .event(sequence: 1), at: .zero,
      settings: [Setting(generation: UInt32(sequence), state: .badge(state))])
  }

  private static func haptic(_ sequence: UInt64) -> Directive {
    Directive(
      sequence: sequence, cause: .event(sequence: 1), at: .zero, effects: [.haptic(.light)])
  }

  private static func snapshot(_ sequence: UInt64) -> Directive {
    var directive = Self.badge(sequence)
    directive.replacesAll = true
    return directive
  }

  @Test func `what a later directive sets anew may be missing`() {
    let all = [Self.badge(1), Self.haptic(2), Self.badge(3, tab: 2), Self.badge(4), Self.badge(5)]
    let received = [all[1], all[2], all[4]]
    #expect(ContractCheck.outOfOrder(received).isEmpty)
    #expect(ContractCheck.differences(received, from: all).isEmpty)
    #expect(ContractCheck.differences(all, from: all).isEmpty)
    let snapshots = [Self.snapshot(1), Self.badge(2), Self.snapshot(3)]
    #expect(ContractCheck.differences([snapshots[1], snapshots[2]], from: snapshots).isEmpty)
  }

  @Test(arguments: [
    // An effect, another tab's badge, and the latest directive.
    [0, 2, 3, 4], [0, 1, 3, 4], [0, 1, 2, 3],
  ])
  func `nothing else may be missing`(_ places: [Int]) {
    let all = [Self.badge(1), Self.haptic(2), Self.badge(3, tab: 2), Self.badge(4), Self.badge(5)]
    #expect(!ContractCheck.differences(places.map { all[$0] }, from: all).isEmpty)
  }

  @Test func `a snapshot is replaced by a snapshot only`() {
    let all = [Self.snapshot(1), Self.badge(2)]
    #expect(!ContractCheck.differences([all[1]], from: all).isEmpty)
  }

  @Test func `what comes twice, too late or in addition is wrong`() {
    let all = [Self.haptic(1), Self.haptic(2), Self.haptic(3)]
    let extra = all + [Self.haptic(4)]
    #expect(!ContractCheck.differences(extra, from: all).isEmpty)
    #expect(!ContractCheck.differences([all[0], all[0], all[1], all[2]], from: all).isEmpty)
    #expect(!ContractCheck.differences([all[1], all[0], all[2]], from: all).isEmpty)
    #expect(!ContractCheck.outOfOrder([all[0], all[0]]).isEmpty)
    #expect(!ContractCheck.outOfOrder([all[1], all[0]]).isEmpty)
  }

  @Test func `a recording may name events that were not sent`() {
    let recording = SessionRecording(
      openings: [SessionRecording.Opening(epoch: 1, ackedEvent: 0)], experience: "home-refined",
      digest: "", surface: .phone, start: .zero, opening: [], steps: [])
    var header = Trace.Header(experience: "home-refined", surface: .phone)
    header.connection = Trace.Connection(session: "a", user: "", epoch: 1)
    let log = ChaosSession.Log(
      id: "a", recording: recording, directives: [], snapshot: Snapshot(settings: []))
    for number in [1, 2, .max] as [UInt64] {
      let event = InteractionEvent(time: .zero, kind: .tick)
      let trace = Trace(
        header: header, opening: [], steps: [Trace.Step(event: event, number: number)])
      let check = ContractCheck(log: log, parts: [ConnectionRecording(program: 1, trace: trace)])
      #expect(
        check.violations.contains { $0.hasPrefix("event \(number) was applied") },
        "\(check.violations)")
    }
  }
}
