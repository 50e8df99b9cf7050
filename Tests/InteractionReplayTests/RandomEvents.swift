import InteractionCore
import InteractionRandom
import InteractionReplay

/// Random events: duplicates, interruptions, late and early times, two lists at once.
struct RandomEvents {
  private var random: SeededGenerator
  private var time = Instant.zero
  private var drag: UInt32 = 1
  private var last: InteractionEvent?
  private let sources: [SourceID]
  private let tabs: Int
  private let badges: [Int]
  private let toggles: [String]
  private let lists: [(source: SourceID, name: String)]

  init(seed: UInt64, in experience: Experience) {
    self.random = SeededGenerator(seed: seed)
    self.sources = experience.sources.map(\.id)
    self.tabs = experience.tabBar.items.count
    self.badges = experience.tabBar.items.indices.filter {
      experience.tabBar.items[$0].badge != nil
    }
    self.toggles = experience.toggles.map(\.id)
    self.lists = experience.sources.flatMap { source in source.lists.map { (source.id, $0) } }
  }

  mutating func next() -> InteractionEvent {
    if let last = self.last, self.chance(0.05) { return last }
    let step =
      self.chance(0.02)
      ? Int64.random(in: 0 ... 6_000_000, using: &self.random)
      : Int64.random(in: 0 ... 120_000, using: &self.random)
    self.time = self.time + TimeSpan(microseconds: step)
    let late = self.chance(0.05) ? Int64.random(in: 0 ... 9_000_000, using: &self.random) : 0
    let event = InteractionEvent(
      time: Instant(microseconds: self.time.microseconds - late), kind: self.kind(),
      command: self.chance(0.02) ? "backend" : nil)
    self.last = event
    return event
  }

  private mutating func kind() -> InteractionEvent.Kind {
    switch Int.random(in: 0 ..< 100, using: &self.random) {
    case 0 ..< 40: return .scroll(self.scroll())
    case 40 ..< 48: return .tapTab(index: self.tab())
    case 48 ..< 50: return .selectTab(index: self.tab())
    case 50 ..< 52:
      return .orderToggle(
        id: self.one(of: self.toggles) ?? "", look: self.chance(0.5) ? .above : .below)
    case 52 ..< 55: return .floor(self.one(of: FloorCommand.allCases) ?? .open)
    case 55 ..< 60:
      return .animationEnded(
        directive: UInt64.random(in: 0 ... 60, using: &self.random),
        outcome: self.chance(0.5) ? .finished : .cancelled)
    case 60: return .background
    case 61 ..< 63: return .foreground
    case 63: return .surface(self.surface())
    case 64 ..< 66: return self.asset()
    case 66:
      return .heldDrags([HeldDrag(source: self.source(), drag: self.drag)], pointers: [1])
    case 67 ..< 82: return self.pointer()
    case 82 ..< 84: return .account(self.one(of: AccountChange.allCases) ?? .signedIn)
    case 84: return .menu(self.chance(0.5) ? .dismissed : .chosen(entry: 0))
    case 85 ..< 88: return .badge(tab: self.one(of: self.badges) ?? 0, operation: self.badge())
    case 88 ..< 92: return .navigate(self.navigation())
    case 92 ..< 95: return .pageDrag(self.pageDrag())
    case 95: return .swiping(isOn: self.chance(0.8))
    case 96: return .holdExpired(self.one(of: HoldTarget.allCases) ?? .floor)
    case 97:
      let width = self.chance(0.1) ? 0 : Double.random(in: 1 ... 1e5, using: &self.random)
      let height = self.chance(0.5) ? 200.0 : 3_000
      return .contentSize(source: self.source(), size: Size(width: width, height: height))
    case 98: return self.chance(0.5) ? .refreshDone : .serverTick
    default: return self.chance(0.2) ? .tick : self.change()
    }
  }

  /// A change of the bar, another list, or a long press without a finger.
  private mutating func change() -> InteractionEvent.Kind {
    switch Int.random(in: 0 ..< 4, using: &self.random) {
    case 0: return .bar(isHidden: self.chance(0.5))
    case 1:
      return .item(
        ItemChange(
          tab: self.tab(), title: self.chance(0.5) ? "News" : nil,
          image: self.chance(0.3) ? "news" : nil,
          selectedImage: self.chance(0.3) ? "news_selected" : nil,
          isEnabled: self.chance(0.3) ? false : nil, isHidden: self.chance(0.3) ? true : nil))
    case 2: return .pressTab(index: self.tab())
    default:
      let list = self.one(of: self.lists)
      return .listShown(list?.source ?? SourceID("none"), list: list?.name ?? "none")
    }
  }

  private mutating func tab() -> Int {
    Int.random(in: 0 ..< self.tabs, using: &self.random)
  }

  private mutating func source() -> SourceID {
    self.one(of: self.sources) ?? SourceID("home")
  }

  private mutating func one<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int.random(in: 0 ..< elements.count, using: &self.random)]
  }

  private mutating func badge() -> BadgeOperation {
    switch Int.random(in: 0 ..< 9, using: &self.random) {
    case 0: return .set(.number(count: Int.random(in: -5 ... 200, using: &self.random), max: 0))
    case 1: return .setText(self.one(of: ["", "0", "99+", "new", "919+", "9999999999"]) ?? "")
    case 2, 3: return .increase(by: Int.random(in: 0 ... 999_999_999, using: &self.random))
    case 4: return .decrease(by: Int.random(in: 0 ... 120, using: &self.random))
    case 5: return self.chance(0.5) ? .hide : .show
    case 6: return .move(dx: 4, dy: -3)
    case 7: return .clear
    default: return .animate(self.one(of: BadgeAnimation.allCases) ?? .none)
    }
  }

  private mutating func navigation() -> NavigationRequest {
    NavigationRequest(
      self.one(of: NavigationRequest.Operation.allCases) ?? .push, route: "page",
      style: self.chance(0.5) ? self.one(of: NavigationStyle.allCases) : nil,
      keepsBar: self.chance(0.4))
  }

  private mutating func pageDrag() -> PageDrag {
    PageDrag(
      self.one(of: PageDrag.Subject.allCases) ?? .tabs,
      self.one(of: PageDrag.Phase.allCases) ?? .moved,
      translation: Double.random(in: -400 ... 400, using: &self.random),
      velocity: Double.random(in: -900 ... 900, using: &self.random), route: "page")
  }

  private mutating func scroll() -> Scroll {
    let phases = Scroll.Phase.allCases
    var phase = phases[Int.random(in: 0 ..< phases.count, using: &self.random)]
    if self.chance(0.5) { phase = .moved }
    if phase == .began { self.drag += 1 }
    let isOld = self.chance(0.08)
    return Scroll(
      source: self.chance(0.7) ? self.sources[0] : self.source(), drag: isOld ? 1 : self.drag,
      phase: phase, x: self.chance(0.2) ? self.offset() : 0, y: self.offset(),
      velocity: phase == .ended && self.chance(0.7)
        ? Double.random(in: -3000 ... 3000, using: &self.random) : nil)
  }

  private mutating func offset() -> Double {
    let lines = [0, 456, -100, -96, -150, 455, 457.0]
    if self.chance(0.2) { return lines[Int.random(in: 0 ..< lines.count, using: &self.random)] }
    if self.chance(0.02) { return Double.random(in: -1e7 ... 1e7, using: &self.random) }
    return Double.random(in: -260 ... 1400, using: &self.random)
  }

  private mutating func surface() -> Surface {
    var surface = Surface.phone
    if Bool.random(using: &self.random) { surface.viewport = Size(width: 812, height: 375) }
    surface.reducedMotion = self.chance(0.3)
    if self.chance(0.3) { surface.direction = .rightToLeft }
    return surface
  }

  private mutating func asset() -> InteractionEvent.Kind {
    if self.chance(0.3) { return .assetFailed(slot: "floor") }
    let width = self.chance(0.2) ? 0 : 750.0
    return .assetReady(
      Asset(
        slot: "floor", kind: Bool.random(using: &self.random) ? .animated : .still,
        size: Size(width: width, height: 1334)))
  }

  private mutating func pointer() -> InteractionEvent.Kind {
    let targets = [
      .floorPage, .pageContainer, .backEdge, .scan(presenting: "page"), ViewPath.tab(self.tab()),
    ]
    return .pointer(
      Pointer(
        id: UInt32.random(in: 1 ... 2, using: &self.random),
        phase: self.one(of: Pointer.Phase.allCases) ?? .down,
        target: self.one(of: targets) ?? .pageContainer,
        position: Point(
          x: Double.random(in: 0 ... 375, using: &self.random),
          y: Double.random(in: 0 ... 812, using: &self.random))))
  }

  private mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0 ..< 1, using: &self.random) < part
  }
}
