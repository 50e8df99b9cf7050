import InteractionCore
import Testing

/// Invalid and extreme sizes and offsets (rules C1, S6, S8).
@Suite struct CarouselHostileTests {
  private static let least = Double.leastNonzeroMagnitude
  static let extents = [0, least, 1e-300, 1e-9, 0.001, 1, 374.999, 187_500, 9_999_999.5, 1e7]
  static let offsets = [-1e7, -375, -least, 0, least, 1e-9, 93_750, 187_500, 1e7]
  static let widths = [least, 0.001, 375, 1e5]

  @Test("C1 S6: no content, offset or list is too small or too large", arguments: extents, widths)
  func extremes(content: Double, width: Double) {
    for offset in Self.offsets {
      for (count, multiplier) in [(5, 100), (1, 2), (1_000, 1_000)] {
        var surface = Surface.phone
        surface.viewport.width = width
        let experience = BannerBench.experience(count: count, multiplier: multiplier)
        var bench = BannerBench(experience, in: surface)
        bench.send(0, .banner(.programmaticEnded, x: offset))
        bench.send(0, .contentSize(source: .banner, size: Size(width: content, height: 0)))
        bench.wait(until: 12_000)
        #expect(bench.times == (content > 0 ? [3_000, 6_000, 9_000, 12_000] : []))
        for turn in bench.turns {
          #expect((0 ..< count * multiplier).contains(turn.item))
          #expect(turn.x.isFinite)
        }
      }
    }
  }

  @Test("C1: its own width may be as odd as the viewport's", arguments: widths)
  func ownWidth(width: Double) {
    var bench = BannerBench(BannerBench.experience(width: width))
    bench.send(0, .contentSize(source: .banner, size: Size(width: 1e7, height: 0)))
    bench.wait(until: 30_000)
    #expect(bench.turns.allSatisfy { (0 ..< 500).contains($0.item) && $0.x.isFinite })
  }

  @Test(
    "C1 S6: a size that is none is refused and named",
    arguments: [Double.nan, -.infinity, .infinity, -1, -.leastNonzeroMagnitude, 1e7.nextUp])
  func refused(extent: Double) throws {
    var bench = try BannerBench.standing(at: 250)
    let before = bench.session
    for (size, field) in [
      (Size(width: extent, height: 1), "content_size.width"),
      (Size(width: 1, height: extent), "content_size.height"),
    ] {
      let event = InteractionEvent.at(100, .contentSize(source: .banner, size: size))
      #expect(bench.session.violations(in: event).map(\.field) == [field])
      var session = bench.session
      #expect(session.handle(event) == [])
      #expect(session == before)
    }
    let unknown = InteractionEvent.at(
      100, .contentSize(source: SourceID("?"), size: .pages(5, width: 1)))
    #expect(bench.session.violations(in: unknown).map(\.field) == ["content_size.source"])
    bench.wait(until: 3_000)
    #expect(bench.times == [3_000])
  }

  @Test("C1: another list's content is none of the banner's")
  func otherContent() {
    var bench = BannerBench()
    bench.send(0, .contentSize(source: .home, size: .pages(500, width: 375)))
    bench.wait(until: 10_000)
    #expect(bench.turns == [])
  }

  @Test("C1: content that grows or shrinks moves no deadline, and counts at the next one")
  func resized() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.send(2_000, .contentSize(source: .banner, size: .pages(500, width: 300)))
    bench.wait(until: 3_000)
    // floor((93,750 + 375) × 500 / 150,000)
    #expect(bench.turns.map(\.item) == [313])
    #expect(bench.times == [3_000])
  }

  @Test("C1 D5: when the surface turns, the list's new width counts")
  func rotated() throws {
    var bench = try BannerBench.standing(at: 250)
    var landscape = Surface.phone
    landscape.viewport = Size(width: 812, height: 375)
    bench.send(1_000, .surface(landscape))
    bench.send(1_000, .contentSize(source: .banner, size: .pages(500, width: 812)))
    bench.send(1_100, .banner(.programmaticEnded, x: 250 * 812))
    bench.wait(until: 20_000)
    let turn = try #require(bench.turns.first)
    #expect(turn.item == 251)
    #expect(turn.x == 251 * 812)
  }

  @Test("C1 S5 S8: eight hours of silence are caught up with, page by page")
  func night() throws {
    let experience = BannerBench.experience(interval: .seconds(30))
    var bench = try BannerBench.standing(at: 250, in: experience)
    let night: Int64 = 8 * 60 * 60 * 1_000
    bench.wait(until: night)
    #expect(bench.times == (1 ... 960).map { $0 * 30_000 })
    #expect(bench.session.nextDeadline == .milliseconds(night + 30_000))
  }
}
