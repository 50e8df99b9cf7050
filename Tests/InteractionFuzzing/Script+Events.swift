import InteractionCore

/// Events: mostly plausible, sometimes invalid.
extension Script {
  mutating func kind(in experience: Experience) -> InteractionEvent.Kind {
    let tabs = experience.tabBar.items.count
    let source = { (script: inout Script) in script.one(of: experience.sources.map(\.id)) }
    switch self.number(below: 32) {
    case 0 ..< 8:
      let source = source(&self)
      return .scroll(self.scroll(of: source))
    case 8, 9: return .tapTab(index: self.number(below: tabs + 1))
    case 10: return .selectTab(index: self.number(below: tabs + 1))
    case 11:
      let toggles = experience.toggles.map(\.id) + ["none"]
      return .orderToggle(id: self.one(of: toggles), look: self.flag() ? .above : .below)
    case 12: return .floor(self.one(of: FloorCommand.allCases))
    case 13, 14:
      return .animationEnded(
        directive: UInt64(self.byte()), outcome: self.flag() ? .finished : .cancelled)
    case 15: return self.flag() ? .foreground : .background
    case 16: return .surface(self.surface())
    case 17: return self.asset()
    case 18:
      let drag = HeldDrag(source: source(&self), drag: UInt32(self.number(below: 4)))
      return .heldDrags(self.flag() ? [drag] : [], pointers: [UInt32(self.number(below: 3))])
    case 19 ..< 23: return .pointer(self.pointer(tabs: tabs))
    case 23: return .account(self.one(of: AccountChange.allCases))
    case 24: return .menu(self.flag() ? .dismissed : .chosen(entry: self.number(below: 4)))
    case 25: return .badge(tab: self.number(below: tabs + 1), operation: self.badge())
    case 26: return .navigate(self.navigation())
    case 27:
      return .pageDrag(
        PageDrag(
          self.one(of: PageDrag.Subject.allCases), self.one(of: PageDrag.Phase.allCases),
          translation: self.offset(), velocity: self.offset(), route: "page"))
    case 28:
      guard self.flag() else { return .swiping(isOn: self.flag()) }
      return .selectionVerdict(
        SelectionVerdict(tab: self.number(below: tabs + 1), isAllowed: self.flag()))
    case 29: return self.flag() ? .refreshDone : .holdExpired(self.one(of: HoldTarget.allCases))
    case 30:
      return .contentSize(
        source: source(&self), size: Size(width: self.offset(), height: self.offset()))
    default: return self.flag() ? .tick : self.change(in: experience)
    }
  }

  /// Returns a change by the app or a backend, another list, a long press without a finger, or a
  /// page that keeps the bar.
  private mutating func change(in experience: Experience) -> InteractionEvent.Kind {
    let tabs = experience.tabBar.items.count
    switch self.number(below: 6) {
    case 0: return .bar(isHidden: self.flag())
    case 1: return .item(self.itemChange(tabs: tabs))
    case 2:
      let source = self.one(of: experience.sources)
      return .listShown(source.id, list: self.one(of: source.lists + ["none"]))
    case 3: return .item(ItemChange(tab: self.number(below: tabs + 1)))
    case 4: return .pressTab(index: self.number(below: tabs + 1))
    default:
      return .navigate(
        NavigationRequest(.push, route: "page \(self.number(below: 4))", keepsBar: true))
    }
  }

  /// Returns a change of an item; its texts may be too long.
  mutating func itemChange(tabs: Int) -> ItemChange {
    ItemChange(
      tab: self.number(below: tabs + 1), title: self.text(below: 140),
      image: self.text(below: 70), selectedImage: self.text(below: 70),
      isEnabled: self.flag() ? self.flag() : nil, isHidden: self.flag() ? self.flag() : nil)
  }

  /// Returns a text of fewer than `limit` bytes, or nil.
  private mutating func text(below limit: Int) -> String? {
    self.flag() ? String(repeating: "x", count: self.number(below: limit)) : nil
  }

  private mutating func scroll(of source: SourceID) -> Scroll {
    let phase = self.one(of: Scroll.Phase.allCases)
    let details = self.byte()
    return Scroll(
      source: details >= 250 ? SourceID("none") : source, drag: UInt32(details & 3), phase: phase,
      x: details & 4 == 0 ? 0 : self.offset(), y: self.offset(),
      velocity: phase == .ended && details & 8 == 0 ? self.offset() : nil)
  }

  private mutating func pointer(tabs: Int) -> Pointer {
    let targets =
      [ViewPath.floorPage, .pageContainer, .backEdge, .tabBar, .scan, .scan(presenting: "page")]
      + (0 ... tabs).map(ViewPath.tab)
    return Pointer(
      id: UInt32(self.number(below: 3)), phase: self.one(of: Pointer.Phase.allCases),
      target: self.one(of: targets), position: Point(x: self.offset(), y: self.offset()))
  }

  private mutating func badge() -> BadgeOperation {
    switch self.number(below: 9) {
    case 0: .set(.number(count: self.integer(), max: self.integer()))
    case 1: .setText(self.one(of: ["", "0", "99+", "new", "9999999999", "+", "-1"]))
    case 2: .increase(by: self.integer())
    case 3: .decrease(by: self.integer())
    case 4: self.flag() ? .hide : .show
    case 5: .move(dx: self.offset(), dy: self.offset())
    case 6: .resize(height: self.offset())
    case 7: .clear
    default: .animate(self.one(of: BadgeAnimation.allCases))
    }
  }

  private mutating func navigation() -> NavigationRequest {
    let details = self.byte()
    return NavigationRequest(
      self.one(of: NavigationRequest.Operation.allCases), route: "page \(details & 3)",
      style: details & 4 == 0 ? self.one(of: NavigationStyle.allCases) : nil,
      keyFrame: details & 8 == 0
        ? nil
        : Rect(x: self.offset(), y: self.offset(), width: self.offset(), height: self.offset()))
  }

  private mutating func asset() -> InteractionEvent.Kind {
    let slot = self.flag() ? FloorDefinition.assetSlot : "none"
    if self.flag() { return .assetFailed(slot: slot) }
    let size = Size(width: self.offset(), height: self.offset())
    return .assetReady(Asset(slot: slot, kind: self.flag() ? .animated : .still, size: size))
  }
}
