import InteractionCore
import Testing

/// Events that do not pause a banner, and pauses with several banners (rules C2 and X6).
@Suite struct CarouselInterruptionTests {
  @Test("C2: another list's drag does not hold it")
  func otherList() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.send(1_000, .list(.began, 0))
    bench.wait(until: 6_000)
    #expect(bench.times == [3_000, 6_000])
  }

  @Test("C2: the app's own scrolling does not hold it")
  func programmatic() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.send(2_900, .banner(.programmaticBegan, x: 250 * 375))
    bench.wait(until: 3_000)
    #expect(bench.times == [3_000])
  }

  @Test("C2 X6: on a tab that is not selected it waits; back there, a whole interval")
  func otherTab() throws {
    let experience = BannerBench.experience(tab: 0, transition: nil)
    var bench = try BannerBench.standing(at: 250, in: experience)
    bench.send(1_000, .tapTab(index: 1))
    bench.wait(until: 50_000)
    #expect(bench.turns == [])
    #expect(bench.session.nextDeadline == nil)
    bench.send(50_500, .tapTab(index: 0))
    bench.wait(until: 53_499)
    #expect(bench.turns == [])
    bench.wait(until: 53_500)
    #expect(bench.times == [53_500])
  }

  @Test("X6: while pages change places the banners of both pause, then the visible one goes on")
  func bothPages() throws {
    for (tab, resumes) in [(0, false), (1, true)] {
      let experience = BannerBench.experience(tab: tab)
      var bench = try BannerBench.standing(at: 250, in: experience)
      let switched = bench.send(2_000, .tapTab(index: 1))
      let directive = try #require(switched.first { $0.timeline != nil }).sequence
      bench.wait(until: 2_700)
      bench.send(2_750, .animationEnded(directive: directive, outcome: .finished))
      bench.wait(until: 5_749)
      #expect(bench.turns == [])
      bench.wait(until: 5_750)
      #expect(bench.times == (resumes ? [5_750] : []))
    }
  }

  @Test("X6 X4: a transition that takes another's place holds it until its own end")
  func transitions() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.send(1_000, .selectTab(index: 1))
    let second = bench.send(1_400, .selectTab(index: 0))
    let directive = try #require(second.last { $0.timeline != nil }).sequence
    // The superseded animation's end is ignored.
    bench.send(1_750, .animationEnded(directive: 1, outcome: .finished))
    bench.send(2_150, .animationEnded(directive: directive, outcome: .finished))
    bench.wait(until: 5_150)
    #expect(bench.times == [5_150])
  }

  @Test("C2 S5: a long silence brings every page at its own time, and a pause in it none")
  func silence() throws {
    var bench = try BannerBench.standing(at: 250)
    bench.send(10_000, .background)
    #expect(bench.times == [3_000, 6_000, 9_000])
    bench.send(100_000, .foreground)
    #expect(bench.times.count == 3)
    bench.wait(until: 103_000)
    #expect(bench.times == [3_000, 6_000, 9_000, 103_000])
  }
}
