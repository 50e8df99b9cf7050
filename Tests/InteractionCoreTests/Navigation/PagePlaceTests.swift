import InteractionCore
import Testing

/// The positions of pages after their transition (rule N4).
@Suite struct PagePlaceTests {
  private static func place(
    _ style: NavigationStyle, in surface: Surface = .phone,
    change: (inout NavigationDefinition) -> Void = { _ in }
  ) throws -> (place: NavigationState.RestingPosition, timeline: Timeline?) {
    var player = PagePlayer(.paging(change: change), in: surface)
    player.play(100, .navigate(.present, "sheet", by: style))
    let timeline = player.timeline
    player.report(5_000, of: player.lastDirective)
    return (try #require(player.session.snapshot.upperPages?.pages.first).restingPosition, timeline)
  }

  @Test("N4 D5: a page stands where its animation has left it", arguments: NavigationStyle.allCases)
  func end(style: NavigationStyle) throws {
    let (place, timeline) = try Self.place(style)
    let end = timeline?.tracks.last {
      $0.target == .incomingPage && $0.property == .translateY
    }.flatMap { track in timeline.flatMap { track.value(at: $0.duration) } }
    #expect(place.dy == end ?? 0 && place.dx == 0)
    #expect(place.isPartial == (style == .popTip))
    #expect(place.mask == (style == .popTip ? 0.3 : 0))
  }

  @Test("N4: a sheet shows as much of itself as the experience says, in any surface")
  func sheet() throws {
    #expect(try Self.place(.popTip).place.dy == 812 - 300)
    #expect(try Self.place(.popTip) { $0.sheetHeight = 420 }.place.dy == 392)
    var player = PagePlayer(.paging())
    player.play(100, .navigate(.present, "sheet", by: .popTip))
    player.report(1_000, of: player.lastDirective)
    player.play(2_000, .surface(.turnedPhone))
    let pages = try #require(player.session.snapshot.upperPages?.pages)
    #expect(pages.map(\.restingPosition.dy) == [375 - 300])
  }

  @Test("N4 T6: what a client says of a page's place is ignored")
  func restored() {
    let odd = NavigationState.Page(
      route: "a", style: .slide,
      restingPosition: NavigationState.RestingPosition(dx: .nan, dy: 7, mask: 2))
    let player = PagePlayer(.paging(), pages: [odd])
    #expect(
      player.session.snapshot.upperPages?.pages == [
        NavigationState.Page(route: "a", style: .slide)
      ])
    #expect(
      player.session.state.navigation.pages.first?.restingPosition
        == NavigationState.RestingPosition())
  }
}
