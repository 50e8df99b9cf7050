import InteractionCore

/// The actions of the user and the app, each from `time` on, ms.
extension FaultyClient {
  mutating func gesture(at time: Int64) {
    switch self.below(100) {
    case 0 ..< 34: self.drag(at: time)
    case 34 ..< 40: self.move(at: time)
    case 40 ..< 50: self.touch(.tab(self.tab()), at: time)
    case 50 ..< 58: self.touch(.pageContainer, at: time)
    case 58 ..< 64: self.touch(.backEdge, at: time)
    case 64 ..< 70: self.touch(.floorPage, at: time)
    case 70 ..< 76: self.pageDrag(at: time)
    case 76 ..< 80: self.add(.tapTab(index: self.tab()), at: time)
    case 80 ..< 85: self.navigate(at: time)
    case 85 ..< 88: self.visitElsewhere(at: time)
    case 88 ..< 91: self.add(.floor(self.pick(FloorCommand.allCases)), at: time)
    case 91 ..< 93: self.add(.heldDrags([], pointers: []), at: time)
    default: self.occur(at: time)
    }
  }

  private mutating func tab() -> Int { self.below(self.experience.tabBar.items.count) }

  /// Adds a drag of a list, from a short one to a fling, with its settling.
  private mutating func drag(at time: Int64) {
    guard !self.experience.sources.isEmpty else { return }
    let source = self.pick(self.experience.sources).id
    let drag = (self.drags[source] ?? 0) + 1
    self.drags[source] = drag
    let from = self.chance(0.6) ? 0 : self.number(-120 ... 700)
    let to = self.pick([-170.0, -150, -110, -60, 300, 456, 470, 900]) + self.number(-20 ... 20)
    var now = time
    func report(_ phase: Scroll.Phase, _ y: Double, _ velocity: Double? = nil)
      -> InteractionEvent.Kind
    {
      .scroll(Scroll(source: source, drag: drag, phase: phase, y: y, velocity: velocity))
    }
    self.add(report(.began, from), at: now)
    for step in 1 ... 5 {
      now += 16
      self.add(report(.moved, from + (to - from) * Double(step) / 5), at: now)
    }
    if self.chance(0.15) { return self.add(report(.cancelled, to), at: now + 8) }
    let velocity = self.chance(0.5) ? self.number(-2_000 ... 2_000) : nil
    self.add(report(.ended, to, velocity), at: now + 8)
    if self.chance(0.25) {
      self.add(.holdExpired(.floor), at: now + 408)
    } else if self.chance(0.4) {
      self.add(
        .animationEnded(directive: UInt64(1 + self.below(40)), outcome: .finished), at: now + 1_500)
    }
    let rest = to < 0 ? 0 : to + 150
    for step in 1 ... 4 {
      now += 40
      self.add(report(.decelerating, to + (rest - to) * Double(step) / 4), at: now)
    }
    self.add(report(.settled, rest), at: now + 40)
  }

  /// Adds a programmatic scroll.
  private mutating func move(at time: Int64) {
    guard !self.experience.sources.isEmpty else { return }
    let source = self.pick(self.experience.sources).id
    let to = self.pick([0.0, -120, 500, 1_200])
    let phases: [Scroll.Phase] = [.programmaticBegan, .programmaticMoved, .programmaticEnded]
    for (step, phase) in phases.enumerated() {
      let scroll = Scroll(source: source, phase: phase, x: to / 2, y: step == 0 ? to / 2 : to)
      self.add(.scroll(scroll), at: time + Int64(step) * 60)
    }
  }

  /// Adds a touch: down, moves and up.
  private mutating func touch(_ target: ViewPath, at time: Int64) {
    let id = UInt32(1 + self.below(3))
    let isLong = self.chance(0.3)
    let x = target == .backEdge ? 3 : self.number(20 ... 360)
    let (dx, dy): (Double, Double) =
      switch target {
      case .floorPage: (0, self.pick([-500.0, -60, 30]))
      case .pageContainer, .backEdge: (self.pick([-220.0, -60, 60, 220]), self.pick([0.0, 4, 90]))
      default: (self.pick([0.0, 2, 40]), 0)
      }
    let y = target == .pageContainer || target == .backEdge ? 400 : 780.0
    func finger(_ phase: Pointer.Phase, _ part: Double) -> InteractionEvent.Kind {
      .pointer(
        Pointer(
          id: id, phase: phase, target: target, position: Point(x: x + dx * part, y: y + dy * part))
      )
    }
    self.add(finger(.down, 0), at: time)
    for step in 1 ... 4 { self.add(finger(.moved, Double(step) / 4), at: time + Int64(step) * 16) }
    let lifted = time + (isLong ? 700 : 90)
    self.add(finger(self.chance(0.9) ? .up : .cancelled, 1), at: lifted)
    if self.chance(0.2) { self.add(.holdExpired(self.pick([.tabs, .back])), at: lifted + 400) }
    if self.chance(0.3) { self.add(.menu(.dismissed), at: lifted + 300) }
  }

  /// Adds a drag of whole pages, as recognised by a client.
  private mutating func pageDrag(at time: Int64) {
    let subject = self.pick(PageDrag.Subject.allCases)
    let way = self.pick([-1.0, 1])
    for (step, translation) in [12.0, 60, 140, 220].enumerated() {
      let drag = PageDrag(
        subject, step == 0 ? .began : .moved, translation: way * translation, route: "page")
      self.add(.pageDrag(drag), at: time + Int64(step) * 20)
    }
    let end: PageDrag.Phase = self.chance(0.85) ? .ended : .cancelled
    let drag = PageDrag(
      subject, end, translation: way * 220, velocity: self.number(-900 ... 900))
    self.add(.pageDrag(drag), at: time + 90)
  }

  private mutating func navigate(at time: Int64) {
    for step in 0 ..< 2 {
      let request = NavigationRequest(
        self.pick(NavigationRequest.Operation.allCases), route: "page",
        style: self.chance(0.3) ? self.pick(NavigationStyle.allCases) : nil,
        keepsBar: self.chance(0.4))
      self.add(.navigate(request), at: time + Int64(step) * 500)
      self.add(
        .animationEnded(directive: UInt64(1 + self.below(40)), outcome: .finished),
        at: time + Int64(step) * 500 + 250)
    }
  }

  /// Adds a switch of the tab, the background or a rotation, and the way back.
  private mutating func visitElsewhere(at time: Int64) {
    var turned = Surface.phone
    turned.viewport = Size(width: 812, height: 375)
    let (there, back): (InteractionEvent.Kind, InteractionEvent.Kind) = self.pick([
      (.selectTab(index: self.tab()), .selectTab(index: 0)), (.background, .foreground),
      (.surface(turned), .surface(.phone)), (.account(.signedOut), .account(.signedIn)),
      (.swiping(isOn: false), .swiping(isOn: true)),
    ])
    self.add(there, at: time)
    self.add(back, at: time + 300)
  }

  /// Adds a report of the app or a backend.
  private mutating func occur(at time: Int64) {
    var kinds: [InteractionEvent.Kind] = [
      .tick, .refreshDone, .account(self.pick(AccountChange.allCases)), .foreground,
      .assetReady(
        Asset(slot: "floor", kind: .animated, size: Size(width: 750, height: 900))),
      .assetFailed(slot: "floor"), .assetLooped(slot: "floor"),
    ]
    for source in self.experience.sources {
      let size = Size(width: 73_500, height: self.chance(0.5) ? 200 : 3_000)
      kinds.append(.contentSize(source: source.id, size: size))
      if !source.lists.isEmpty {
        kinds.append(.listShown(source.id, list: self.pick(source.lists)))
      }
    }
    kinds += [
      .bar(isHidden: self.chance(0.5)), .pressTab(index: self.tab()),
      .item(ItemChange(tab: self.tab())),
      .item(
        ItemChange(
          tab: self.tab(), title: "New", isEnabled: self.chance(0.3) ? false : nil,
          isHidden: self.chance(0.3) ? true : nil)),
    ]
    for toggle in self.experience.toggles {
      kinds.append(.orderToggle(id: toggle.id, look: self.chance(0.5) ? .above : .below))
    }
    for tab in self.experience.tabBar.items.indices
    where self.experience.tabBar.items[tab].badge != nil {
      let operations: [BadgeOperation] = [
        .increase(by: 1), .decrease(by: 2), .setText("99+"), .setText("new"), .clear, .hide, .show,
      ]
      kinds.append(.badge(tab: tab, operation: self.pick(operations)))
    }
    self.add(self.pick(kinds), at: time)
  }
}
