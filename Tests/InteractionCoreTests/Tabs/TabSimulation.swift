import InteractionCore
import InteractionRandom
import Testing

/// Arbitrary sessions with all features of a tab bar, generated from a seed.
struct TabSimulation {
  private var random: SeededGenerator
  private(set) var driver: TabDriver
  /// The client's clock, ms.
  private var clock: Int64 = 0

  init(seed: UInt64) {
    self.random = SeededGenerator(seed: seed)
    self.driver = TabDriver(
      restoring: seed % 3 == 0 ? RestoredState(selectedTab: 2, isSignedIn: true) : nil,
      navigation: NavigationDefinition(), hasFloor: seed % 4 == 0
    ) { bar in
      bar.style = TabBarDefinition.Style.allCases[Int(seed % 4)]
      bar.togglesSelectedLook = seed % 5 == 0
      bar.gatesEveryTab = seed % 7 == 0
      bar.popsWithoutTap = seed % 2 == 0
      bar.transition =
        seed % 6 == 0
        ? nil
        : TransitionDefinition(
          style: TransitionDefinition.Style.allCases[Int(seed % 3)], swipes: true)
      bar.gateTimeout = .seconds(5)
      bar.longPress.haptic = .light
      bar.items[0].reselection = [.refresh]
      bar.items[0].list = .home
      bar.items[1].doubleTap = TabItem.DoubleTap(action: .refresh, waits: seed % 2 == 1)
      bar.items[1].reselection = [.scrollToTop]
      bar.items[1].menu = LongPressTests.menu
      bar.items[2].requiresLogin = true
      bar.items[2].badge = BadgeDefinition(animation: .breatheLoop)
      bar.items[2].countsUp = true
      bar.items[3].jump = TabItem.Jump(kind: .url, value: LocalizedText(fallback: "https://x"))
      bar.items[3].menu = LongPressTests.menu
      bar.items[4].isEnabled = seed % 2 == 0
      bar.items[4].asksClient = seed % 4 == 2
    }
  }

  /// Sends an arbitrary event.
  mutating func step() -> InteractionEvent.Kind {
    // Mostly slightly later; at times much later, or earlier than session time.
    switch self.roll(12) {
    case 0: self.clock += self.roll(8_000)
    case 1: self.clock = max(self.clock - self.roll(4_000), 0)
    default: self.clock += self.roll(250)
    }
    let kind = self.kind()
    // A report that is 10 s late is rejected before any other check, so the clock catches up.
    self.clock = max(self.clock, self.driver.session.now.microseconds / 1_000 - 9_000)
    self.driver.send(kind, at: self.clock)
    return kind
  }

  /// Lifts all fingers and passes a day.
  mutating func rest() {
    self.clock = self.driver.session.now.microseconds / 1_000
    self.driver.send(.heldDrags([], pointers: []), at: self.clock)
    for _ in 0 ..< 3 {
      self.clock += 3_600_000
      self.driver.send(.tick, at: self.clock)
    }
  }

  private mutating func kind() -> InteractionEvent.Kind {
    switch self.roll(26) {
    case 0 ... 7: .pointer(self.barPointer())
    case 8 ... 11: .pointer(self.pagePointer())
    case 12, 13: .tapTab(index: Int(self.roll(5)))
    case 14: .selectTab(index: Int(self.roll(5)))
    case 15: .account(AccountChange.allCases[Int(self.roll(3))])
    case 16: self.roll(2) == 0 ? .menu(.dismissed) : .menu(.chosen(entry: Int(self.roll(2))))
    case 17: .heldDrags([], pointers: (1 ... 2).filter { _ in self.roll(3) > 0 })
    case 18: .tick
    case 19: .serverTick
    case 20: self.roll(2) == 0 ? .background : .foreground
    case 21: .surface(self.surface())
    case 22: .navigate(NavigationRequest(self.operation(), route: "page"))
    case 23:
      self.roll(2) == 0
        ? .swiping(isOn: self.roll(3) > 0)
        : .selectionVerdict(
          SelectionVerdict(tab: Int(self.roll(5)), isAllowed: self.roll(2) == 0))
    case 24: .badge(tab: 2, operation: .increase(by: Int(self.roll(60))))
    default: .animationEnded(directive: self.lastDirective(), outcome: .finished)
    }
  }

  private mutating func barPointer() -> Pointer {
    let phase = Pointer.Phase.allCases[Int(self.roll(4))]
    let distance = [0.0, 3, 12, 90][Int(self.roll(4))]
    let tab = Int(self.roll(5))
    return self.driver.pointer(phase, tab, finger: UInt32(1 + self.roll(2)), dx: distance)
  }

  private mutating func pagePointer() -> Pointer {
    let targets: [ViewPath] = [
      .pageContainer, .pageContainer, .backEdge, .floorPage, .tab(9), ViewPath("tab/x"),
    ]
    return Pointer(
      id: UInt32(1 + self.roll(3)), phase: Pointer.Phase.allCases[Int(self.roll(4))],
      target: targets[Int(self.roll(6))],
      position: Point(x: Double(self.roll(380)), y: 700 + Double(self.roll(60))))
  }

  private mutating func surface() -> Surface {
    var surface = Surface.phone
    if self.roll(2) == 0 { surface.viewport = Size(width: 812, height: 375) }
    surface.direction = Surface.Direction.allCases[Int(self.roll(2))]
    surface.reducedMotion = self.roll(3) == 0
    return surface
  }

  private mutating func operation() -> NavigationRequest.Operation {
    NavigationRequest.Operation.allCases[Int(self.roll(5))]
  }

  private func lastDirective() -> UInt64 { self.driver.directives.last?.sequence ?? 0 }

  /// Returns a random number from 0 up to, but not including, `sides`.
  private mutating func roll(_ sides: Int64) -> Int64 {
    Int64(self.random.next() % UInt64(sides))
  }
}
