import InteractionCore
import InteractionReplay
import InteractionTrace
import Testing

@Suite("Directives compared")
struct DirectiveComparisonTests {
  private static func recorded() throws -> [Directive] { try BundledTrace.tour.trace.directives }

  private func comparison(
    _ received: [Directive], _ strictness: DirectiveComparison.Strictness = .everything
  ) throws -> DirectiveComparison {
    DirectiveComparison(expected: try Self.recorded(), received: received, strictness: strictness)
  }

  /// Returns the directives renumbered from 1, as an engine that omits one would send them.
  private func counted(_ directives: [Directive]) -> [Directive] {
    directives.enumerated().map { index, directive in
      var directive = directive
      directive.sequence = UInt64(index + 1)
      return directive
    }
  }

  @Test("The same is the same, but for the numbers of causes where they may differ")
  func same() throws {
    var received = try Self.recorded()
    #expect(try self.comparison(received).differences.isEmpty)
    #expect(try self.comparison(received).lines(since: .zero).isEmpty)
    let index = try #require(
      received.firstIndex { if case .event = $0.cause { true } else { false } })
    let before = received[index]
    received[index].cause = .event(sequence: 9_999)
    #expect(try self.comparison(received, .exceptCauseNumbers).differences.isEmpty)
    #expect(
      try self.comparison(received).differences
        == [.changed(expected: before, received: received[index])])
  }

  @Test("One that is missing, or one too many, does not make those after it different")
  func aligned() throws {
    let recorded = try Self.recorded()
    var received = recorded
    let gone = received.remove(at: 3)
    var comparison = try self.comparison(self.counted(received))
    #expect(comparison.differences == [.missing(gone)])
    #expect(comparison.summary == "1 missing")

    received = recorded
    received.insert(
      Directive(sequence: 0, cause: .event(sequence: 1), at: .zero, effects: [.sound("x")]),
      at: 5)
    received = self.counted(received)
    comparison = try self.comparison(received)
    #expect(comparison.differences == [.added(received[5])])

    received = recorded
    received[7].at = received[7].at + .milliseconds(1)
    received.removeLast()
    comparison = try self.comparison(received)
    #expect(
      comparison.differences == [
        .changed(expected: recorded[7], received: received[7]),
        .missing(try #require(recorded.last)),
      ])
    #expect(comparison.summary == "1 missing, 1 changed")
    let lines = comparison.lines(since: .zero)
    #expect(lines[0].hasPrefix("- ") && lines[1].hasPrefix("+ ") && lines[2].hasPrefix("- "))
    #expect(lines[3].hasPrefix("recorded"))
  }

  @Test("Parts of a later contract do not count")
  func later() throws {
    var received = try Self.recorded()
    received[2].settings.insert(Setting(generation: 1, state: .unknown(kind: 99)), at: 0)
    #expect(try self.comparison(received).differences.isEmpty)
    received[2].settings.removeAll()
    #expect(try self.comparison(received).differences.count == 1)
  }

  @Test("Nothing at all, and much, can be told")
  func extremes() throws {
    let recorded = try Self.recorded()
    let nothing = try self.comparison([])
    #expect(nothing.differences == recorded.map { .missing($0) })
    #expect(nothing.lines(since: .zero).contains("and \(recorded.count - 20) more"))
  }
}
