import InteractionCore

/// A generator of arbitrary events for the pages above two tabs.
struct RandomNavigationEvents {
  let preset: Preset
  let surface: Surface
  let experience: Experience
  private var dice: RandomEventSource
  private var time = Instant.zero
  /// The remaining events of a drag in progress, which other events interleave.
  private var script: [InteractionEvent.Kind] = []

  init(seed: UInt64) {
    self.dice = RandomEventSource(seed: seed)
    self.preset = seed % 2 == 0 ? .refined : .literal
    self.surface = .storm(seed)
    self.experience = .paging(
      self.preset, style: self.dice.pick(NavigationStyle.allCases), hasFloor: seed % 3 == 0)
  }

  /// Returns the next event, while the animation of `directive` is running.
  mutating func next(while directive: UInt64?) -> InteractionEvent {
    self.time = self.time + self.dice.pause()
    return InteractionEvent(time: self.time, kind: self.kind(while: directive))
  }

  private mutating func kind(while directive: UInt64?) -> InteractionEvent.Kind {
    if !self.script.isEmpty && self.dice.chance(0.6) { return self.script.removeFirst() }
    switch self.dice.below(100) {
    case 0 ..< 30: return .navigate(self.request())
    case 30 ..< 40:
      let subject = self.dice.pick([PageDrag.Subject.back, .back, .scan])
      return self.dice.drag(subject)
    case 40 ..< 50:
      let subject = self.dice.pick([PageDrag.Subject.back, .back, .scan])
      return self.begin(self.dice.wholeDrag(subject))
    case 50 ..< 58:
      let target = self.dice.pick([ViewPath.backEdge, .backEdge, .scan, .scan(presenting: "scan")])
      return self.begin(self.dice.wholeTouch(on: target))
    case 58 ..< 61: return self.dice.finger(on: [.backEdge, .pageContainer, .tab(0), .tab(1)])
    case 61 ..< 64: return self.begin(self.dice.wholeDrag(.tabs))
    case 64 ..< 80: return self.dice.animationEnd(of: directive)
    case 80 ..< 83: return .surface(self.dice.surface(self.surface.direction))
    case 83 ..< 85: return .background
    case 85 ..< 87: return .foreground
    case 87 ..< 89: return .tick
    case 89 ..< 92: return .holdExpired(self.dice.pick(HoldTarget.allCases))
    case 92 ..< 95: return .tapTab(index: self.dice.below(2))
    case 95 ..< 97: return .selectTab(index: self.dice.below(2))
    case 97: return .floor(self.dice.pick(FloorCommand.allCases))
    default: return .heldDrags([], pointers: self.dice.chance(0.5) ? [] : [1])
    }
  }

  private mutating func request() -> NavigationRequest {
    let operations = NavigationRequest.Operation.allCases
    let operation = self.dice.chance(0.4) ? .push : self.dice.pick(operations)
    let styles = NavigationStyle.allCases
    let frame = Rect(
      x: self.dice.number(-100 ... 400), y: self.dice.number(-100 ... 900),
      width: self.dice.chance(0.2) ? 0 : self.dice.number(0 ... 400),
      height: self.dice.number(0 ... 400))
    return NavigationRequest(
      operation, route: "\(self.dice.below(1_000))",
      style: self.dice.chance(0.5) ? nil : self.dice.pick(styles),
      keyFrame: self.dice.chance(0.5) ? nil : frame)
  }

  private mutating func begin(_ script: [InteractionEvent.Kind]) -> InteractionEvent.Kind {
    self.script = Array(script.dropFirst())
    if self.dice.chance(0.3) { self.script.append(.holdExpired(.back)) }
    return script[0]
  }

  /// Returns events that lift all fingers and return the app to the foreground.
  func calm(after now: Instant) -> [InteractionEvent] {
    let fingers: [InteractionEvent.Kind] = [1, 2].map { .finger(.cancelled, 0, id: $0) }
    let drags: [InteractionEvent.Kind] = [.swipe(.cancelled), .pull(.cancelled), .pan(.cancelled)]
    let kinds: [InteractionEvent.Kind] = fingers + drags + [.foreground]
    return kinds.map { InteractionEvent(time: now, kind: $0) }
      + [InteractionEvent(time: now + .seconds(600), kind: .tick)]
  }
}
