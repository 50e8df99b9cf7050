import InteractionCore
import Testing

@Suite("F17: the floor is turned off and on")
struct FloorSwitchTests {
  private static let link = ScrollLink(
    driver: .offset(SourceID("home")), target: ViewPath("floor/image"), property: .translateY,
    startOffset: 0, endOffset: -150, startValue: -75, endValue: 0)

  private static func screen(refreshAt distance: Double = 0) -> ScreenSession {
    ScreenSession {
      $0.floor = FloorDefinition(
        source: SourceID("home"), rule: FloorDefinition.Rule(refreshDistance: distance),
        appearance: FloorDefinition.Appearance(links: [Self.link]))
    }
  }

  @Test("F17: a pull of a floor that is off shows, arms, holds and opens nothing")
  func pull() {
    var screen = Self.screen()
    let off = screen.handle(.floor(.turnOff))
    #expect(off.count == 2)
    #expect(screen.floor?.isOff == true)
    #expect(screen.links == [])
    #expect(screen.drag(to: -200) == [])
    #expect(screen.floor?.phase == .closed)
  }

  @Test("F17: a pull past the trigger refreshes")
  func refresh() {
    var screen = Self.screen(refreshAt: 60)
    _ = screen.handle(.floor(.turnOff))
    #expect(screen.drag(to: -200).flatMap(\.effects) == [.refresh(SourceID("home"))])
  }

  @Test(
    "F17: commands to open and peek are refused as absent", arguments: [FloorCommand.open, .peek])
  func commands(command: FloorCommand) {
    var screen = Self.screen()
    _ = screen.handle(.floor(.turnOff))
    #expect(
      screen.handle(.floor(command)).flatMap(\.effects) == [
        .refusal(Refusal(request: .floor(command), reason: .absent))
      ])
  }

  @Test("F17: it is turned off while pulled, and on again")
  func whilePulled() {
    var screen = Self.screen()
    let kinds: [(Scroll.Phase, Double)] = [(.began, 0), (.moved, -120)]
    for (phase, y) in kinds {
      _ = screen.handle(
        .scroll(Scroll(source: SourceID("home"), drag: 1, phase: phase, x: 0, y: y)))
    }
    #expect(screen.floor?.phase == .tip)
    _ = screen.handle(.floor(.turnOff))
    #expect(screen.floor?.phase == .closed)
    #expect(screen.handle(.floor(.turnOff)) == [])
    _ = screen.handle(.floor(.turnOn))
    #expect(screen.floor?.isOff == false)
    #expect(screen.links == [Self.link])
    #expect(screen.handle(.floor(.turnOn)) == [])
  }

  @Test("F17: an open floor closes first, and cannot be opened again")
  func whileOpen() {
    var screen = Self.screen()
    _ = screen.handle(.floor(.open))
    _ = screen.handle(.tick, after: .seconds(5))
    #expect(screen.floor?.phase == .open)
    _ = screen.handle(.floor(.turnOff))
    #expect(screen.floor?.phase == .closing)
    _ = screen.handle(.tick, after: .seconds(5))
    #expect(screen.floor?.phase == .closed)
    #expect(screen.floor?.isOff == true)
    #expect(screen.drag(to: -200) == [])
  }

  @Test("F17: a floor that opens or closes is busy", arguments: [FloorCommand.turnOff, .turnOn])
  func whileOpening(command: FloorCommand) {
    var screen = Self.screen()
    let busy = [Effect.refusal(Refusal(request: .floor(command), reason: .busy))]
    _ = screen.handle(.floor(.open))
    #expect(screen.handle(.floor(command)).flatMap(\.effects) == busy)
    _ = screen.handle(.tick, after: .seconds(5))
    _ = screen.handle(.floor(.close))
    #expect(screen.handle(.floor(command)).flatMap(\.effects) == busy)
    #expect(screen.floor?.isOff == false)
  }

  @Test("F17: a page that is held while it closes stays off")
  func held() {
    var screen = Self.screen()
    _ = screen.handle(.floor(.open))
    _ = screen.handle(.tick, after: .seconds(5))
    _ = screen.handle(.floor(.turnOff))
    #expect(screen.floor?.isOff == true)
    let down = Pointer(id: 1, phase: .down, target: .floorPage, position: Point(x: 100, y: 800))
    _ = screen.handle(.pointer(down))
    #expect(screen.floor?.phase == .closing)
  }

  @Test("F17: a client's state with the floor open and off leaves it closed")
  func openAndOff() {
    var screen = Self.screen()
    _ = screen.handle(.open(RestoredState(isFloorOpen: true, isFloorOff: true)))
    #expect(screen.floor?.phase == .closed)
    #expect(screen.floor?.isOff == true)
  }

  @Test("F17: a session may open with it off, and a client restores it")
  func restored() {
    var screen = Self.screen()
    _ = screen.handle(.open(RestoredState(isFloorOff: true)))
    #expect(screen.floor?.isOff == true)
    #expect(screen.session.snapshot.restoration().isFloorOff)
    #expect(screen.drag(to: -200) == [])
  }

  @Test("F17: it may be turned off while its list is hidden")
  func hidden() {
    var screen = Self.screen()
    _ = screen.handle(.tapTab(index: 1))
    _ = screen.handle(.floor(.turnOff))
    #expect(screen.floor?.isOff == true)
    #expect(
      screen.handle(.floor(.open)).flatMap(\.effects) == [
        .refusal(Refusal(request: .floor(.open), reason: .absent))
      ])
  }
}
