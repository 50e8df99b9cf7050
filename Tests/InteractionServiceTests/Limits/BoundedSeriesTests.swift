import InteractionCore
import InteractionExperience
import Testing

@testable import InteractionService

@Suite("Limits: which versions of experiences are counted on their own")
struct ExperienceSeriesTests {
  private let experience: Experience
  private var tally = ExperienceSeries()

  init() throws {
    self.experience = try #require(try BuiltInExperiences.named("home-refined"))
  }

  private func version(_ number: Int) -> Experience {
    var version = self.experience
    version.digest = "\(number)".padding(to: 64)
    return version
  }

  private static func label(_ number: Int) -> ExperienceSeries.Version {
    .init(experience: "home-refined", digest: "\(number)".padding(to: 12))
  }

  @Test("two versions of one experience, by the first twelve digits of their digests")
  mutating func versions() {
    #expect(self.tally.open(self.version(1)) == .init(version: Self.label(1)))
    #expect(self.tally.open(self.version(1)) == .init(version: Self.label(1)))
    #expect(self.tally.open(self.version(2)) == .init(version: Self.label(2)))
    self.tally.end(Self.label(1))
    #expect([1, 2, 3].map { self.tally.count(of: Self.label($0)) } == [1, 1, 0])
  }

  @Test("while all places have sessions, more versions count as others, to the end")
  mutating func full() {
    for number in 0 ..< ExperienceSeries.maximumSeries {
      #expect(self.tally.open(self.version(number)).version == Self.label(number))
    }
    let late = self.tally.open(self.version(100))
    #expect(late == .init(version: .other))
    self.tally.end(Self.label(0))
    #expect(self.tally.count(of: .other) == 1)
    self.tally.end(late.version)
    #expect(self.tally.count(of: .other) == 0)
  }

  @Test("the version that has been without sessions for longest gives way")
  mutating func replaced() {
    for number in 0 ..< ExperienceSeries.maximumSeries { _ = self.tally.open(self.version(number)) }
    for number in [5, 3, 7] { self.tally.end(Self.label(number)) }
    // It has sessions again, so it is not evicted.
    #expect(self.tally.open(self.version(5)) == .init(version: Self.label(5)))
    for (new, old) in [(100, 3), (101, 7)] {
      let opening = self.tally.open(self.version(new))
      #expect(opening == .init(version: Self.label(new), replaced: Self.label(old)))
    }
    #expect(self.tally.open(self.version(102)) == .init(version: .other))
  }

  @Test("an end without a beginning changes nothing")
  mutating func noBeginning() {
    self.tally.end(.other)
    self.tally.end(Self.label(1))
    #expect(self.tally.count(of: .other) == 0)
    #expect(self.tally.open(self.version(1)) == .init(version: Self.label(1)))
  }
}

extension String {
  fileprivate func padding(to length: Int) -> String {
    self + String(repeating: "f", count: length - self.count)
  }
}
