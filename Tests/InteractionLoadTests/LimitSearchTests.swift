import Testing

@testable import InteractionLoad

@Suite("Looking for the limit")
struct LimitSearchTests {
  /// Returns the steps of a search, on a server that passes levels up to a limit, and up to
  /// `lasting` for longer runs.
  private func steps(_ limit: Int, lasting: Int? = nil, from first: Int = 10) -> [LimitSearch.Step]
  {
    var search = LimitSearch(from: first, upTo: 10_000)
    var steps = [search.step]
    while steps.count < 100 {
      switch search.step {
      case .attempt(let level): search.record(level <= limit ? .met : .violated)
      case .confirm(let level): search.record(level <= lasting ?? limit ? .met : .violated)
      case .found, .givenUp: return steps
      }
      steps.append(search.step)
    }
    return steps
  }

  @Test("It doubles, halves the way back, and confirms")
  func search() {
    #expect(
      self.steps(100) == [
        .attempt(10), .attempt(20), .attempt(40), .attempt(80), .attempt(160), .attempt(120),
        .attempt(100), .attempt(110), .attempt(105), .confirm(100), .found(100),
      ])
  }

  @Test("It finds a limit below where it began, one at the top, and none", arguments: [1, 3, 37])
  func edges(limit: Int) {
    #expect(self.steps(limit, from: 64).last == .found(limit))
    #expect(self.steps(20_000).last == .found(10_000))
    #expect(self.steps(0).last == .found(0))
  }

  @Test("The highest passing level is known at any time, without unconfirmed ones")
  func mostKept() {
    var search = LimitSearch(from: 10, upTo: 100)
    #expect(search.highestPassing == 0)
    search.record(.met)
    search.record(.met)
    #expect(search.highestPassing == 20)
    search.record(.violated)
    #expect(search.broken == 40)
    #expect(search.step == .attempt(30))
    search.record(.violated)
    while case .attempt = search.step { search.record(.violated) }
    #expect(search.step == .confirm(20))
    search.record(.violated)
    #expect(search.highestPassing == 10)
  }

  @Test("An unconfirmed level is lowered step by step")
  func confirms() {
    #expect(
      self.steps(100, lasting: 90).suffix(4) == [
        .confirm(100), .confirm(95), .confirm(90), .found(90),
      ])
    #expect(self.steps(3, lasting: 0).last == .found(0))
  }

  @Test("It gives up after three runs with a late generator, and keeps what was kept")
  func late() {
    var search = LimitSearch(from: 10, upTo: 1_000)
    search.record(.met)
    search.record(.generatorLate)
    #expect(search.step == .attempt(15))
    search.record(.violated)
    search.record(.generatorLate)
    #expect(search.step == .attempt(11))
    search.record(.generatorLate)
    #expect(search.step == .givenUp)
    #expect(search.highestPassing == 10)
    search.record(.met)
    #expect(search.step == .givenUp)
  }
}
