import InteractionCore
import Testing

@testable import InteractionStream

@Suite("Limits: directives that are not acknowledged")
struct DirectiveWindowTests {
  private static let limits: StreamLimits = {
    var limits = StreamLimits()
    limits.unacknowledgedDirectives = 2
    limits.unacknowledgedBytes = 100
    limits.conflatedAbove = 2
    return limits
  }()

  private static func set(_ sequence: UInt64, _ tab: Int) -> Directive {
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

  private static func admit(
    _ window: inout DirectiveWindow, _ new: [Directive], at us: Int64 = 0, isLast: Bool = false
  ) -> ([UInt64], [UInt64: [UInt64]]) {
    let (directives, superseded) = window.admit(
      new, at: Instant(microseconds: us), by: Self.limits, isLast: isLast)
    return (directives.map(\.sequence), superseded)
  }

  @Test("a frame leaves whole while there is room; then everything waits, and leaves together")
  func waits() {
    var window = DirectiveWindow(applied: 0)
    let first = (1 ... 3).map { Self.haptic($0) }
    #expect(Self.admit(&window, first).0 == [1, 2, 3])
    #expect(Self.admit(&window, [Self.haptic(4)]).0 == [])
    #expect(Self.admit(&window, [Self.haptic(5)]).0 == [])
    #expect(window.waiting.count == 2 && window.blockedSince == .zero)
    window.acknowledge(1, at: Instant(microseconds: 7))
    #expect(window.unacknowledged == 2 && window.blockedSince == Instant(microseconds: 7))
    #expect(Self.admit(&window, []).0 == [])
    window.acknowledge(2, at: .zero)
    #expect(Self.admit(&window, [Self.haptic(6)]).0 == [4, 5, 6])
    #expect(window.waiting.isEmpty && window.blockedSince == nil && window.sent == 6)
  }

  @Test("more than 32 without an acknowledgement are overdue, from when there were so many")
  func overdue() {
    var limits = Self.limits
    (limits.unacknowledgedDirectives, limits.unacknowledgedBytes) = (256, 1 << 20)
    var window = DirectiveWindow(applied: 0)
    for number in 1 ... 40 {
      _ = window.admit(
        [Self.haptic(UInt64(number))], at: Instant(microseconds: Int64(number)), by: limits)
    }
    #expect(window.overdueSince == Instant(microseconds: 33) && window.blockedSince == nil)
    #expect(window.stalledSince == Instant(microseconds: 33))
    window.acknowledge(1, at: Instant(microseconds: 50))
    #expect(window.overdueSince == nil)
    // The window is still exceeded: the next directive starts the timer again.
    _ = window.admit([Self.haptic(41)], at: Instant(microseconds: 60), by: limits)
    #expect(window.overdueSince == Instant(microseconds: 60))
    window.acknowledge(41, at: Instant(microseconds: 70))
    #expect(window.stalledSince == nil)
  }

  @Test("of snapshots only the newest is kept, however few wait")
  func snapshots() {
    func snapshot(_ sequence: UInt64) -> Directive {
      var directive = Self.set(sequence, 1)
      directive.replacesAll = true
      return directive
    }
    var window = DirectiveWindow(applied: 0)
    _ = Self.admit(&window, [Self.haptic(1), Self.haptic(2)])
    _ = Self.admit(&window, [snapshot(3), Self.haptic(4), snapshot(5), snapshot(6)])
    #expect(window.waiting.map(\.sequence) == [4, 6])
    window.acknowledge(2, at: .zero)
    let (left, superseded) = Self.admit(&window, [])
    #expect(left == [4, 6])
    #expect(superseded == [6: [3, 5]])
  }

  @Test("superseded directives are conflated, with their numbers; those with effects never are")
  func conflates() {
    var window = DirectiveWindow(applied: 0)
    _ = Self.admit(&window, [Self.haptic(1), Self.haptic(2)])
    _ = Self.admit(&window, [Self.set(3, 1), Self.haptic(4), Self.set(5, 2), Self.set(6, 1)])
    _ = Self.admit(&window, [Self.set(7, 1), Self.haptic(8)])
    window.acknowledge(2, at: .zero)
    let (left, superseded) = Self.admit(&window, [])
    #expect(left == [4, 5, 7, 8])
    #expect(superseded == [7: [3, 6]])
  }

  @Test("one is left out only if all that it sets is set anew, and it has no effect")
  func conflatesWhole() {
    func both(_ sequence: UInt64) -> Directive {
      var directive = Self.set(sequence, 1)
      directive.settings += Self.set(sequence, 2).settings
      return directive
    }
    var felt = Self.set(4, 1)
    felt.effects = [.haptic(.light)]
    let motion = Directive(
      sequence: 5, cause: .event(sequence: 1), at: .zero, timeline: Timeline(tracks: []))
    var window = DirectiveWindow(applied: 0)
    _ = Self.admit(&window, [Self.haptic(1), Self.haptic(2)])
    _ = Self.admit(&window, [both(3), felt, motion, Self.set(6, 1)])
    #expect(window.waiting.map(\.sequence) == [3, 4, 5, 6])
    _ = Self.admit(&window, [both(7)])
    window.acknowledge(2, at: .zero)
    let (left, superseded) = Self.admit(&window, [])
    #expect(left == [4, 5, 7])
    #expect(superseded == [7: [3, 6]])
  }

  @Test("bytes fill it as well, and what the client has applied does not come again")
  func bytes() {
    var window = DirectiveWindow(applied: 10)
    #expect(Self.admit(&window, [Self.haptic(9), Self.haptic(10), Self.haptic(11)]).0 == [11])
    window.note(bytes: 100, through: 11)
    #expect(window.isFull(by: Self.limits) && window.bytes == 100)
    #expect(Self.admit(&window, [Self.haptic(12)]).0 == [])
    window.acknowledge(11, at: .zero)
    #expect(window.bytes == 0)
    #expect(Self.admit(&window, []).0 == [12])
    window.note(bytes: 50, through: 0)
    #expect(window.bytes == 0)
  }

  @Test("the last frame holds everything, room or not")
  func last() {
    var window = DirectiveWindow(applied: 0)
    _ = Self.admit(&window, [Self.haptic(1), Self.haptic(2)])
    _ = Self.admit(&window, [Self.haptic(3)])
    #expect(Self.admit(&window, [Self.haptic(4)], isLast: true).0 == [3, 4])
  }
}
