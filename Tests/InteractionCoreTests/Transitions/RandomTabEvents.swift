import InteractionCore

/// A generator of arbitrary events for the pages of tabs.
///
/// The six tabs: two plain, one that requires a login, a plain one, a disabled one, a jump.
struct RandomTabEvents {
  static let tabs: [TabItem] = {
    var tabs = TabItem.plain(6)
    tabs[2].requiresLogin = true
    tabs[4].isEnabled = false
    tabs[5].jump = TabItem.Jump(kind: .toast, value: LocalizedText(fallback: "soon"))
    return tabs
  }()

  let preset: Preset
  let surface: Surface
  /// True while the user is signed in, by the events so far.
  private(set) var isSignedIn = false
  private var dice: RandomEventSource
  private var time = Instant.zero
  /// The remaining events of a drag in progress, which other events interleave.
  private var script: [InteractionEvent.Kind] = []

  init(seed: UInt64) {
    self.dice = RandomEventSource(seed: seed)
    self.preset = seed % 2 == 0 ? .refined : .literal
    self.surface = .storm(seed)
  }

  /// Returns the tab that a request for `tab` must select; nil if it need not select any.
  func accepted(_ tab: Int) -> Int? {
    switch tab {
    case 0, 1, 3: tab
    case 2: self.isSignedIn ? tab : nil
    default: nil
    }
  }

  /// Returns the next event, while the animation of `directive` is running.
  mutating func next(while directive: UInt64?) -> InteractionEvent {
    self.time = self.time + self.dice.pause()
    let isLate = self.dice.chance(0.03)
    let time = isLate ? Instant(microseconds: max(self.time.microseconds - 90_000, 0)) : self.time
    let kind = self.kind(while: directive)
    if case .account(let change) = kind, change != .loginFailed {
      self.isSignedIn = change == .signedIn
    }
    return InteractionEvent(time: time, kind: kind)
  }

  private mutating func kind(while directive: UInt64?) -> InteractionEvent.Kind {
    if !self.script.isEmpty && self.dice.chance(0.6) { return self.script.removeFirst() }
    switch self.dice.below(100) {
    case 0 ..< 14: return .tapTab(index: self.dice.below(6))
    case 14 ..< 22: return .selectTab(index: self.dice.below(6))
    case 22 ..< 30: return self.dice.drag(.tabs)
    case 30 ..< 38: return self.begin(self.dice.wholeDrag(.tabs))
    case 38 ..< 48: return self.dice.finger(on: [.pageContainer, .pageContainer, .tab(1), .tab(3)])
    case 48 ..< 58: return self.begin(self.dice.wholeTouch(on: .pageContainer))
    case 58 ..< 66: return self.begin(self.dice.wholeTouch(on: .tab(self.dice.below(6))))
    case 66 ..< 80: return self.dice.animationEnd(of: directive)
    case 80 ..< 83: return .surface(self.dice.surface(self.surface.direction))
    case 83 ..< 85: return .background
    case 85 ..< 87: return .foreground
    case 87 ..< 91: return .tick
    case 91 ..< 95: return .holdExpired(self.dice.chance(0.8) ? .tabs : .back)
    case 95: return .swiping(isOn: self.dice.chance(0.7))
    case 96: return .heldDrags([], pointers: self.dice.chance(0.5) ? [] : [1])
    case 97: return .account(self.dice.pick(AccountChange.allCases))
    case 98: return .account(.signedIn)
    default: return .refreshDone
    }
  }

  private mutating func begin(_ script: [InteractionEvent.Kind]) -> InteractionEvent.Kind {
    self.script = Array(script.dropFirst())
    if self.dice.chance(0.2) { self.script.append(.holdExpired(.tabs)) }
    return script[0]
  }

  /// Returns events that lift all fingers and return the app to the foreground.
  func calm(after now: Instant) -> [InteractionEvent] {
    let fingers: [InteractionEvent.Kind] = [1, 2].map { .finger(.cancelled, 0, id: $0) }
    let kinds: [InteractionEvent.Kind] =
      fingers + [.swipe(.cancelled), .pull(.cancelled), .foreground, .account(.loginFailed)]
    return kinds.map { InteractionEvent(time: now, kind: $0) }
      + [InteractionEvent(time: now + .seconds(600), kind: .tick)]
  }
}
