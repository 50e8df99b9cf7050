import InteractionCore

/// A client that uses lists, pages, tabs and a second floor as users do, and loses, duplicates and
/// reorders some of its events.
struct FaultySurfaceClient {
  private(set) var dice: RandomEventSource
  private var time = Instant.zero
  private var drag: UInt32 = 0
  /// The remaining events of the actions in progress.
  private var script: [InteractionEvent.Kind] = []
  /// The probability that an event is lost, duplicated or swapped with the next one.
  private let faults: Double

  init(seed: UInt64) {
    self.dice = RandomEventSource(seed: seed)
    self.faults = seed % 4 == 0 ? 0 : 0.12
  }

  /// Returns the next event, while these directives' animations may be running.
  mutating func next(after directives: [UInt64]) -> InteractionEvent {
    if self.script.isEmpty { self.script = self.action(after: directives) }
    if self.script.count > 1, self.dice.chance(self.faults) {
      switch self.dice.below(3) {
      case 0: self.script.removeFirst()
      case 1: self.script.insert(self.script[0], at: 0)
      default: self.script.swapAt(0, 1)
      }
    }
    if self.dice.chance(0.15) {
      // Another action interleaves.
      self.script.insert(contentsOf: self.action(after: directives), at: 1)
    }
    self.time = self.time + self.dice.pause()
    let lateness = TimeSpan.milliseconds(self.dice.chance(self.faults) ? -300 : 0)
    return InteractionEvent(time: max(self.time + lateness, .zero), kind: self.script.removeFirst())
  }

  private mutating func action(after directives: [UInt64]) -> [InteractionEvent.Kind] {
    switch self.dice.below(100) {
    case 0 ..< 18: return self.wholeDrag(to: -self.dice.number(20 ... 420))
    case 18 ..< 28: return self.wholeDrag(to: self.dice.number(100 ... 1_500))
    case 28 ..< 32: return self.move(to: self.dice.pick([0, -60, 455, 457, 900]))
    case 32 ..< 42: return [.tapTab(index: self.dice.below(5))]
    case 42 ..< 46: return self.dice.wholeTouch(on: .tab(self.dice.below(5)))
    case 46 ..< 50: return [.selectTab(index: self.dice.below(5))]
    case 50 ..< 60: return [.navigate(self.request())]
    case 60 ..< 63: return self.dice.wholeDrag(self.dice.pick([.back, .tabs]))
    case 63 ..< 67: return [.floor(self.dice.pick(FloorCommand.allCases))]
    case 67 ..< 70: return self.dice.wholeTouch(on: .floorPage)
    case 70 ..< 75: return [self.asset()]
    case 75 ..< 79: return [.account(self.dice.pick(AccountChange.allCases))]
    case 79 ..< 83:
      let verdict = SelectionVerdict(tab: self.dice.below(5), isAllowed: self.dice.chance(0.5))
      return [.selectionVerdict(verdict)]
    case 83 ..< 86: return [.refreshDone]
    case 86 ..< 94: return [self.dice.animationEnd(of: directives.last)]
    case 94 ..< 96: return [.background, .foreground]
    case 96: return [.surface(self.dice.surface(.leftToRight))]
    case 97:
      let size = Size(width: 375, height: self.dice.pick([0, 400, 1_262, 9_000]))
      return [.contentSize(source: .home, size: size)]
    case 98: return [.holdExpired(self.dice.pick(HoldTarget.allCases))]
    default: return [.heldDrags([], pointers: [])]
    }
  }

  /// Returns the events of a drag, its release and the list's rest.
  private mutating func wholeDrag(to y: Double) -> [InteractionEvent.Kind] {
    self.drag += self.dice.chance(self.faults) ? 0 : 1
    let source = self.dice.chance(0.8) ? SourceID.home : .feed
    let drag = max(self.drag, 1)
    func report(_ phase: Scroll.Phase, _ part: Double, velocity: Double? = nil)
      -> InteractionEvent.Kind
    {
      .scroll(
        Scroll(source: source, drag: drag, phase: phase, y: y * part, velocity: velocity))
    }
    let end: Scroll.Phase = self.dice.chance(0.9) ? .ended : .cancelled
    let lift = report(end, 1, velocity: end == .ended ? self.dice.pick([0, -900, 900]) : nil)
    return [report(.began, 0)] + [0.2, 0.5, 0.8, 1].map { report(.moved, $0) } + [lift]
      + [0.6, 0.3].map { report(.decelerating, y < 0 ? $0 : 2 - $0) }
      + [report(.settled, y < 0 ? 0 : 1.7)]
  }

  /// Returns the events of a programmatic scroll.
  private mutating func move(to y: Double) -> [InteractionEvent.Kind] {
    [.programmaticBegan, .programmaticMoved, .programmaticEnded].map { phase in
      .scroll(Scroll(source: .home, phase: phase, y: phase == .programmaticBegan ? 0 : y))
    }
  }

  private mutating func request() -> NavigationRequest {
    let operation =
      self.dice.chance(0.5) ? .push : self.dice.pick(NavigationRequest.Operation.allCases)
    return NavigationRequest(
      operation, route: "page", style: self.dice.pick(NavigationStyle.allCases))
  }

  private mutating func asset() -> InteractionEvent.Kind {
    let slot = FloorDefinition.assetSlot
    let edge = self.dice.pick([0, 0.5, 600])
    switch self.dice.below(4) {
    case 0: return .assetFailed(slot: slot)
    case 1: return .assetLooped(slot: slot)
    default:
      let kind = self.dice.pick([Asset.Kind.still, .animated])
      return .assetReady(Asset(slot: slot, kind: kind, size: Size(width: edge, height: edge)))
    }
  }

  /// Returns events that lift all fingers and return the app to the foreground.
  func calm(after now: Instant) -> [InteractionEvent] {
    let kinds: [InteractionEvent.Kind] = [
      .heldDrags([], pointers: []), .foreground, .account(.loginFailed),
    ]
    return kinds.map { InteractionEvent(time: now, kind: $0) }
      + [InteractionEvent(time: now + .seconds(3_600), kind: .tick)]
  }
}
