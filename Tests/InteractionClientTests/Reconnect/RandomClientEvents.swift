import InteractionCore
import InteractionRandom
import InteractionReplay

/// A generator of random client events of all kinds, some of which are refused.
struct RandomClientEvents {
  private var random: SeededGenerator
  private var drag: UInt32 = 0
  private var phase = Scroll.Phase.settled
  private var y = 0.0
  private let experience: Experience

  init(seed: UInt64, in experience: Experience) {
    self.random = SeededGenerator(seed: seed &* 31 &+ 7)
    self.experience = experience
  }

  /// Returns the next report of a list that is dragged up and down.
  mutating func scroll() -> InteractionEvent.Kind {
    switch self.phase {
    case .began, .moved:
      self.phase = self.chance(0.12) ? (self.chance(0.8) ? .ended : .cancelled) : .moved
    case .ended, .decelerating:
      self.phase = self.chance(0.2) ? .settled : .decelerating
    default:
      self.phase = .began
      self.drag += 1
    }
    if self.phase != .began { self.y += Double.random(in: -170 ... 190, using: &self.random) }
    self.y = min(max(self.y, -230), 1_400)
    return .scroll(
      Scroll(
        source: self.experience.sources[0].id, drag: self.drag, phase: self.phase, y: self.y))
  }

  mutating func next(lastDirective: UInt64) -> InteractionEvent.Kind {
    let tabs = self.experience.tabBar.items.count
    switch Int.random(in: 0 ..< 44, using: &self.random) {
    case 0 ..< 16: return self.scroll()
    case 16 ..< 19: return .tapTab(index: Int.random(in: 0 ..< tabs, using: &self.random))
    case 19: return .selectTab(index: Int.random(in: 0 ..< tabs, using: &self.random))
    case 20 ..< 23: return self.pointer()
    case 23:
      let commands = FloorCommand.allCases
      return .floor(commands[Int.random(in: 0 ..< commands.count, using: &self.random)])
    case 24 ..< 26:
      return .animationEnded(
        directive: UInt64.random(in: 0 ... lastDirective, using: &self.random),
        outcome: .finished)
    case 26: return self.chance(0.5) ? .background : .foreground
    case 27: return self.surface()
    case 28:
      return .assetReady(
        Asset(slot: "floor", kind: .still, size: Size(width: 750, height: 1_334)))
    case 29 ..< 31: return self.navigation()
    case 31 ..< 34:
      let phases = PageDrag.Phase.allCases
      return .pageDrag(
        PageDrag(
          self.chance(0.5) ? .tabs : .back,
          phases[Int.random(in: 0 ..< phases.count, using: &self.random)],
          translation: Double.random(in: -300 ... 300, using: &self.random), velocity: 400))
    case 34:
      let changes = AccountChange.allCases
      return .account(changes[Int.random(in: 0 ..< changes.count, using: &self.random)])
    case 35: return .refreshDone
    case 36: return .holdExpired(.tabs)
    case 37:
      guard let toggle = self.experience.toggles.first else { return .tick }
      return .orderToggle(id: toggle.id, look: self.chance(0.5) ? .above : .below)
    // Refused, but its sequence number is used.
    case 38: return .tapTab(index: 99)
    case 39 ..< 43: return self.change()
    default: return .tick
    }
  }

  /// Returns a change by the app or a backend, another list, or a long press without a finger.
  private mutating func change() -> InteractionEvent.Kind {
    let tabs = self.experience.tabBar.items.count
    let tab = Int.random(in: 0 ..< tabs, using: &self.random)
    switch Int.random(in: 0 ..< 4, using: &self.random) {
    case 0: return .bar(isHidden: self.chance(0.5))
    case 1:
      return .item(
        ItemChange(
          tab: tab, title: self.chance(0.5) ? "News" : nil, image: self.chance(0.3) ? "news" : nil,
          isEnabled: self.chance(0.3) ? false : nil, isHidden: self.chance(0.3) ? true : nil))
    case 2: return .pressTab(index: tab)
    default:
      let source = self.experience.sources[0]
      guard let list = source.lists.randomElement(using: &self.random) else { return .tick }
      return .listShown(source.id, list: list)
    }
  }

  private mutating func pointer() -> InteractionEvent.Kind {
    let targets = [ViewPath.floorPage, .pageContainer, .backEdge, .tab(0), .tab(1)]
    let phases = Pointer.Phase.allCases
    return .pointer(
      Pointer(
        id: UInt32.random(in: 1 ... 2, using: &self.random),
        phase: phases[Int.random(in: 0 ..< phases.count, using: &self.random)],
        target: targets[Int.random(in: 0 ..< targets.count, using: &self.random)],
        position: Point(
          x: Double.random(in: 0 ... 375, using: &self.random),
          y: Double.random(in: 0 ... 812, using: &self.random))))
  }

  private mutating func surface() -> InteractionEvent.Kind {
    var surface = Surface.phone
    if self.chance(0.5) { surface.viewport = Size(width: 812, height: 375) }
    surface.reducedMotion = self.chance(0.3)
    return .surface(surface)
  }

  private mutating func navigation() -> InteractionEvent.Kind {
    let operations = NavigationRequest.Operation.allCases
    return .navigate(
      NavigationRequest(
        operations[Int.random(in: 0 ..< operations.count, using: &self.random)], route: "page",
        keepsBar: self.chance(0.4)))
  }

  private mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0 ..< 1, using: &self.random) < part
  }
}
