import InteractionCore
import Testing

/// A banner is endless: near either end it jumps back to the middle without a visible change (rules
/// C1, C2).
@Suite struct CarouselEndTests {
  @Test("C1 C2: it goes on for ever, one picture after the other", arguments: [0, 3, 250, 499])
  func endless(start: Int) throws {
    var bench = try BannerBench.standing(at: start)
    // More turns than there are items.
    bench.wait(until: 3_000 * 1_100)
    let pictures = bench.turns.filter(\.animated).map { $0.item % 5 }
    #expect(pictures == (1 ... 1_100).map { (start + $0) % 5 })
    #expect(bench.turns.allSatisfy { (0 ..< 500).contains($0.item) })
    #expect(bench.times == (1 ... 1_100).map { $0 * 3_000 })
  }

  @Test(
    "C2: near either end the same picture stands in the middle first", arguments: [0, 1, 498, 499])
  func recentred(start: Int) throws {
    var bench = try BannerBench.standing(at: start)
    bench.wait(until: 3_000)
    #expect(bench.turns.map(\.animated) == [false, true])
    let silent = try #require(bench.turns.first)
    #expect(silent.item % 5 == start % 5)
    #expect(silent.time == 3_000)
    #expect(silent.x == Double(silent.item) * 375)
    #expect((200 ... 300).contains(silent.item))
    #expect(bench.turns.last?.item == silent.item + 1)
  }

  @Test("C2: far from both ends it never jumps", arguments: [50, 250, 450])
  func unmoved(start: Int) throws {
    var bench = try BannerBench.standing(at: start)
    bench.wait(until: 3_000 * 40)
    #expect(bench.turns.allSatisfy { $0.animated })
  }

  @Test("C2: a jump is silent, goes to the same picture, and away from the ends")
  func silence() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.wait(until: 3_000 * 1_000)
    var picture = 0
    for turn in bench.turns {
      if turn.animated {
        picture = (picture + 1) % 5
      } else {
        #expect((100 ... 400).contains(turn.item))
      }
      #expect(turn.item % 5 == picture)
    }
    // Once per about 245 turns: from the middle to the last round.
    let jumps = bench.turns.filter { !$0.animated }.count
    #expect((1 ... 5).contains(jumps))
  }

  @Test("C1 C2: it is endless however few rounds it has", arguments: 2 ... 9, [1, 2, 3, 7])
  func rounds(multiplier: Int, count: Int) throws {
    let experience = BannerBench.experience(count: count, multiplier: multiplier)
    var stuck: [Int] = []
    for start in 0 ..< count * multiplier {
      var bench = try BannerBench.standing(at: start, in: experience)
      bench.wait(until: 3_000 * 30)
      let pictures = bench.turns.filter(\.animated).map { $0.item % count }
      if pictures != (1 ... 30).map({ (start + $0) % count }) { stuck.append(start) }
    }
    #expect(stuck == [])
  }

  @Test("C2: a finger may leave it between two pages at an end, or beyond it")
  func betweenPages() throws {
    for place in [-0.4, 0.4, 498.6, 499.3] {
      var bench = try BannerBench.standing(at: 250)
      bench.send(1_000, .banner(.began, x: 250 * 375))
      bench.send(1_100, .banner(.moved, x: place * 375))
      bench.send(1_200, .banner(.settled, x: place * 375))
      bench.wait(until: 60_000)
      #expect(bench.times.first == 4_200)
      #expect(bench.turns.allSatisfy { (0 ..< 500).contains($0.item) })
      let items = bench.turns.filter(\.animated).map(\.item)
      #expect(zip(items, items.dropFirst()).allSatisfy { ($1 - $0 + 500) % 5 == 1 })
    }
  }
}
