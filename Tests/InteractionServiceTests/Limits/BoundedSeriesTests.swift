import Testing

@testable import InteractionService

@Suite("Limits: which versions of experiences are counted on their own")
struct BoundedSeriesTests {
  private var tally = BoundedSeries(other: "other")

  private func version(_ number: Int) -> String { "\(number)" }

  private static func label(_ number: Int) -> String { "\(number)" }

  @Test("two versions")
  mutating func versions() {
    #expect(self.tally.open(self.version(1)) == .init(labels: Self.label(1)))
    #expect(self.tally.open(self.version(1)) == .init(labels: Self.label(1)))
    #expect(self.tally.open(self.version(2)) == .init(labels: Self.label(2)))
    self.tally.end(Self.label(1))
    #expect([1, 2, 3].map { self.tally.count(of: Self.label($0)) } == [1, 1, 0])
  }

  @Test("while all places have sessions, more versions count as others, to the end")
  mutating func full() {
    for number in 0 ..< 32 {
      #expect(self.tally.open(self.version(number)).labels == Self.label(number))
    }
    let late = self.tally.open(self.version(100))
    #expect(late == .init(labels: "other"))
    self.tally.end(Self.label(0))
    #expect(self.tally.count(of: "other") == 1)
    self.tally.end(late.labels)
    #expect(self.tally.count(of: "other") == 0)
  }

  @Test("the version that has been without sessions for longest gives way")
  mutating func replaced() {
    for number in 0 ..< 32 { _ = self.tally.open(self.version(number)) }
    for number in [5, 3, 7] { self.tally.end(Self.label(number)) }
    // It has sessions again, so it is not evicted.
    #expect(self.tally.open(self.version(5)) == .init(labels: Self.label(5)))
    for (new, old) in [(100, 3), (101, 7)] {
      let opening = self.tally.open(self.version(new))
      #expect(opening == .init(labels: Self.label(new), replaced: Self.label(old)))
    }
    #expect(self.tally.open(self.version(102)) == .init(labels: "other"))
  }

  @Test("an end without a beginning changes nothing")
  mutating func noBeginning() {
    self.tally.end("other")
    self.tally.end(Self.label(1))
    #expect(self.tally.count(of: "other") == 0)
    #expect(self.tally.open(self.version(1)) == .init(labels: Self.label(1)))
  }
}
