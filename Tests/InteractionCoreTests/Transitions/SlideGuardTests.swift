import InteractionCore
import Testing

/// Requests during a slide, and the resulting pages.
@Suite struct SlideGuardTests {
  @Test("X4: a request ends the running slide at its end state, then starts its own")
  func request() {
    for isTap in [true, false] {
      let origin = isTap ? "user" : "programmatic"
      func asked(_ tab: Int) -> InteractionEvent.Kind {
        isTap ? .tapTab(index: tab) : .selectTab(index: tab)
      }
      var player = PagePlayer(.sliding())
      #expect(player.play(100, asked(2)) == ["select 0→2 \(origin); #1 runs 0→2"])
      #expect(
        player.play(200, asked(4)) == [
          "#1 finished, resets 0 2", "select 2→4 \(origin); #2 runs 2→4",
        ])
      #expect(
        player.play(201, asked(0)) == [
          "#2 finished, resets 2 4", "select 4→0 \(origin); #3 runs 4→0",
        ])
      #expect(player.report(900, of: player.lastDirective) == ["#3 finished, resets 4 0"])
      #expect(player.selected == 0)
    }
  }

  @Test("X4: back to where it came from is a request like any other")
  func backAgain() {
    var player = PagePlayer(.sliding())
    player.play(100, .tapTab(index: 2))
    #expect(
      player.play(200, .tapTab(index: 0)) == [
        "#1 finished, resets 0 2", "select 2→0 user; #2 runs 2→0",
      ])
  }

  @Test("X4: where it is going already is no new request")
  func sameTarget() {
    var player = PagePlayer(.sliding())
    player.play(100, .tapTab(index: 2))
    #expect(player.play(200, .tapTab(index: 2)) == [])
    #expect(player.play(300, .selectTab(index: 2)) == [])
    #expect(player.report(900, of: 1) == ["#1 finished, resets 0 2"])
  }

  @Test(
    "X4: it does to the page that is still coming what it does otherwise",
    arguments: [TabItem.Reselection.scrollToTop, .refresh])
  func sameTargetWithList(reselection: TabItem.Reselection) {
    var tabs = TabItem.plain(3)
    tabs[1].reselection = [reselection]
    tabs[1].list = .feed
    var player = PagePlayer(.sliding(tabs: tabs))
    player.play(100, .tapTab(index: 1))
    #expect(player.play(400, .tapTab(index: 1)).count == 1)
    #expect(player.report(900, of: 1) == ["#1 finished, resets 0 1"])
  }

  @Test("X4 X5: literal has no guard, the new slide cuts the old one off")
  func literalCutsOff() {
    var player = PagePlayer(.sliding(.literal))
    player.play(100, .tapTab(index: 1))
    #expect(player.play(200, .tapTab(index: 2)) == ["select 1→2 user; #2 runs 1→2"])
    #expect(
      player.play(300, .tapTab(index: 0)) == [
        "#2 cancelled, resets 1", "select 2→0 user; #3 runs 2→0",
      ])
    #expect(
      player.play(400, .selectTab(index: 3)) == [
        "#3 cancelled, resets 2", "select 0→3 programmatic; #4 runs 0→3",
      ])
  }

  @Test("X5: a slide that is cut short puts both pages back; literal the one that leaves")
  func cancelled() {
    var refined = PagePlayer(.sliding())
    refined.play(100, .tapTab(index: 2))
    #expect(refined.report(300, .cancelled, of: 1) == ["#1 cancelled, resets 0 2"])

    var literal = PagePlayer(.sliding(.literal))
    literal.play(100, .tapTab(index: 1))
    literal.play(200, .tapTab(index: 2))
    #expect(literal.report(300, .cancelled, of: 2) == ["#2 cancelled, resets 1"])
  }

  @Test("X2: literal does not animate the first switch, and it is over at once")
  func literalFirst() throws {
    var player = PagePlayer(.sliding(.literal))
    #expect(player.play(100, .tapTab(index: 2)) == ["select 0→2 user; #1 finished, resets 0 2"])
    #expect(player.timeline?.pageTracks == [])
    #expect(player.session.nextDeadline == nil)
    #expect(player.report(200, of: 1) == [])
    #expect(player.play(1_000, .tapTab(index: 0)) == ["select 2→0 user; #2 runs 2→0"])
    #expect(player.timeline?.pageTracks.count == 2)
  }

  @Test("X2 X7: literal, a swipe that switches nothing is not the first switch")
  func literalFirstAfterSwipe() {
    var taken = PagePlayer(.sliding(.literal))
    taken.play(100, .swipe(.began, -40))
    #expect(taken.play(200, .swipe(.cancelled)) == ["back; #1 runs 0→1"])
    #expect(taken.report(290, of: taken.lastDirective) == ["#1 cancelled, resets 0"])
    #expect(taken.play(300, .tapTab(index: 2)) == ["select 0→2 user; #2 finished, resets 0 2"])

    var returned = PagePlayer(.sliding(.literal))
    returned.play(100, .swipe(.began, -40))
    returned.play(200, .swipe(.ended, -40))
    #expect(returned.report(900, of: returned.lastDirective) == ["#1 cancelled, resets 0"])
    #expect(
      returned.play(1_000, .tapTab(index: 2)) == ["select 0→2 user; #2 finished, resets 0 2"])
    #expect(returned.play(2_000, .tapTab(index: 1)) == ["select 2→1 user; #3 runs 2→1"])
  }

  @Test("X2 X7: literal, a swipe that switches is the first switch")
  func literalSwipeFirst() {
    var player = PagePlayer(.sliding(.literal))
    player.play(100, .swipe(.began, -40))
    player.play(200, .swipe(.ended, -200))
    #expect(player.selected == 1)
    #expect(player.play(300, .tapTab(index: 2)).last == "select 1→2 user; #2 runs 1→2")
  }
}
