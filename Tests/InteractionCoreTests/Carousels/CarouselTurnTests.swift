import InteractionCore
import Testing

/// The choice, time and animation of a banner's next page (rule C1).
@Suite struct CarouselTurnTests {
  @Test("C1: by default a page stays for 3 s; the next comes animated, in the middle of the list")
  func interval() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.wait(until: 2_999)
    #expect(bench.turns == [])
    bench.wait(until: 10_000)
    #expect(
      bench.turns == [
        BannerBench.Turn(time: 3_000, item: 251, x: 251 * 375, animated: true),
        BannerBench.Turn(time: 6_000, item: 252, x: 252 * 375, animated: true),
        BannerBench.Turn(time: 9_000, item: 253, x: 253 * 375, animated: true),
      ])
  }

  @Test("C1: or for as long as its experience says", arguments: [Int64(100), 500, 7_000])
  func ownInterval(milliseconds: Int64) throws {
    let experience = BannerBench.experience(interval: .milliseconds(milliseconds))
    var bench = try BannerBench.standing(at: 250, in: experience)
    bench.wait(until: 5 * milliseconds)
    #expect(bench.times == (1 ... 5).map { $0 * milliseconds })
  }

  @Test("C1 S5: every turn is at its own deadline, which the client is told before")
  func deadlines() throws {
    var bench = try BannerBench.standing(at: 250)
    for turn in 1 ... 4 {
      let due = Instant.milliseconds(Int64(turn) * 3_000)
      #expect(bench.session.nextDeadline == due)
      #expect(bench.session.nextServerDeadline == due)
      let directives = bench.send(due.microseconds / 1000, .tick)
      #expect(directives.map(\.cause) == [.deadline(name: "carousel/banner")])
      #expect(directives.map(\.at) == [due])
    }
  }

  /// The offset, the list's width, the width of the content's 500 items, and the next item:
  /// floor((offset + width) × 500 / content width), calculated by hand.
  static let formula: [(Double, Double, Double, Int)] = [
    (93_750, 375, 187_500, 251), (93_749, 375, 187_500, 250), (93_751, 375, 187_500, 251),
    (94_124, 375, 187_500, 251), (94_125, 375, 187_500, 252), (93_937.5, 375, 187_500, 251),
    // Items narrower than the list.
    (74_962.5, 375, 150_000, 251), (75_000, 375, 150_000, 251), (75_225, 375, 150_000, 252),
    (49_862.5, 375, 100_000, 251), (50_000, 375, 100_000, 251), (50_025, 375, 100_000, 252),
    // A list as wide as two items, and one as wide as one item.
    (50_000, 500, 125_000, 202), (50_000, 250, 125_000, 201),
  ]

  @Test("C1: the next item is floor((offset + width) × total / content width)", arguments: formula)
  func next(x: Double, width: Double, content: Double, expected: Int) throws {
    let experience = BannerBench.experience(width: width)
    var bench = BannerBench(experience)
    bench.send(0, .banner(.programmaticEnded, x: x))
    bench.send(0, .contentSize(source: .banner, size: Size(width: content, height: 160)))
    bench.wait(until: 3_000)
    #expect(bench.turns.map(\.item) == [expected])
    let turn = try #require(bench.turns.first)
    // Centred: equal parts of the list to the left and to the right of the item.
    let itemWidth = content / 500
    let centre = (Double(turn.item) + 0.5) * itemWidth
    #expect(abs(turn.x + width / 2 - centre) < 1e-6)
  }

  @Test("C1: the client's word on where the list stands counts")
  func reported() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.wait(until: 3_000)
    bench.send(3_100, .banner(.programmaticBegan, x: 250 * 375))
    bench.send(3_200, .banner(.programmaticMoved, x: 250.5 * 375))
    bench.send(3_400, .banner(.programmaticEnded, x: 251 * 375))
    bench.wait(until: 6_000)
    #expect(bench.turns.map(\.item) == [251, 252])
    // The app scrolls the banner elsewhere.
    bench.send(6_500, .banner(.programmaticEnded, x: 300 * 375))
    bench.wait(until: 9_000)
    #expect(bench.turns.map(\.item) == [251, 252, 301])
  }

  @Test("C1: it goes on from where a finger has left it")
  func afterDrag() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.send(1_000, .banner(.began, x: 250 * 375))
    bench.send(1_200, .banner(.moved, x: 248.4 * 375))
    bench.send(1_300, .banner(.ended, x: 248.2 * 375))
    bench.send(1_500, .banner(.settled, x: 248 * 375))
    bench.wait(until: 4_500)
    #expect(bench.turns.map(\.item) == [249])
    #expect(bench.times == [4_500])
  }

  @Test("C1: it advances by one page whatever the list's width")
  func widths() throws {
    var stuck: [Double] = []
    for width in stride(from: 100.1, to: 1_100, by: 33.37) {
      var bench = try BannerBench.standing(at: 250, width: width)
      bench.wait(until: 300_000)
      let pictures = bench.turns.filter(\.animated).map { $0.item % 5 }
      if pictures != (1 ... 100).map({ $0 % 5 }) { stuck.append(width) }
    }
    #expect(stuck == [])
  }

  @Test("C1: nothing turns before the client has said how wide the content is")
  func unknownSize() {
    var bench = BannerBench()
    bench.wait(until: 60_000)
    #expect(bench.turns == [])
    #expect(bench.session.nextDeadline == nil)
  }

  @Test("C1: a banner that has one item in all stays where it is")
  func single() {
    var bench = BannerBench(BannerBench.experience(count: 1, multiplier: 1))
    bench.send(0, .contentSize(source: .banner, size: .pages(1, width: 375)))
    bench.wait(until: 60_000)
    #expect(bench.turns == [])
  }
}
