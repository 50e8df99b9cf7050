import InteractionCore
import Testing

@Suite("L1: links without a second floor")
struct LinkTests {
  private static let title = ScrollLink(
    driver: .offset(SourceID("home")), target: ViewPath("navigation_bar"), property: .opacity,
    startOffset: 0, endOffset: 80, startValue: 0, endValue: 1)
  private static let image = ScrollLink(
    driver: .offset(SourceID("home")), target: ViewPath("floor/image"), property: .translateY,
    startOffset: 0, endOffset: -150, startValue: -75, endValue: 0)

  @Test("L1: the snapshot has the links of the experience")
  func alone() {
    let screen = ScreenSession { $0.links = [Self.title] }
    #expect(screen.links == [Self.title])
  }

  @Test("L1: they stay while the floor's links come and go")
  func beside() {
    var screen = ScreenSession {
      $0.links = [Self.title]
      $0.floor = FloorDefinition(
        source: SourceID("home"),
        appearance: FloorDefinition.Appearance(links: [Self.image]))
    }
    #expect(screen.links == [Self.title, Self.image])
    _ = screen.handle(.floor(.open))
    #expect(screen.links == [Self.title])
    _ = screen.handle(.tick, after: .seconds(5))
    _ = screen.handle(.floor(.close))
    _ = screen.handle(.tick, after: .seconds(5))
    #expect(screen.links == [Self.title, Self.image])
  }

  @Test("L1: an experience without links has no such setting")
  func none() {
    #expect(ScreenSession { _ in }.links == nil)
  }
}
