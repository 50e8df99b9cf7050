public import InteractionCore

extension Presenter {
  /// Handles a tap on a tab, with an immediate reaction if the engine's decision is predictable
  /// (rule T14).
  public mutating func tap(_ tab: Int, at now: Instant) {
    let hasAdvanced = self.advance(to: now)
    let before = self.screen
    let reaction = self.model.tap(tab)
    guard hasAdvanced || reaction != nil else { return }
    if let timeline = reaction?.timeline {
      let performance = PlayingAnimation(
        .tap(tab), of: .selection, timeline: timeline, start: self.screen.now)
      self.start(performance, since: before)
    }
    self.layOut()
  }

  /// Handles an input on the client's screen. Send ``reports(until:)`` before the corresponding
  /// event.
  public mutating func report(_ input: LocalInput, at now: Instant) {
    let hasAdvanced = self.advance(to: now)
    let count = self.screen.fingers.offsets.count
    switch input {
    case .offset(let source, let x, let y):
      self.screen.fingers.scroll(source, to: Point(x: x, y: y))
      // Only a new source needs a layout.
      if !hasAdvanced, self.screen.fingers.offsets.count == count { return self.screen.follow() }
    case .list(let source, let name):
      self.screen.fingers.show(name, of: source)
      if !hasAdvanced, self.screen.fingers.offsets.count == count { return self.screen.follow() }
    case .touch(let target):
      self.touch(target)
    case .drag(let target, let translation):
      if self.screen.fingers.drag(on: target)?.isDown != true { self.touch(target) }
      self.screen.fingers.change(target) { $0.translation = translation }
    case .lift(let target):
      self.lift(target)
    case .cancel(let target):
      self.release(target)
    case .surface(let surface):
      self.surface = surface
    }
    self.layOut()
  }

  private mutating func touch(_ target: ViewPath) {
    if let held = target.held, self.model.hold.grab(held, at: self.screen.now) != nil {
      self.release(held, at: self.screen.now)
    }
    self.screen.fingers.removeDrag(on: target)
    if !target.isList { self.screen.fingers.drags.append(TrackedInput.TrackedDrag(target)) }
  }

  private mutating func lift(_ target: ViewPath) {
    if let held = target.held, self.awaitsVerdict(target) {
      let isHeld = self.model.hold.lift(held, at: self.screen.now, in: self.snapshot)
      if isHeld && target.isList { self.screen.fingers.holdLists() }
    }
    self.release(target)
  }

  /// Ends a drag. Views that follow it stay in place until the engine's decision.
  private mutating func release(_ target: ViewPath) {
    if self.isFollowed(target) {
      self.screen.fingers.change(target) { $0.isDown = false }
    } else {
      self.screen.fingers.removeDrag(on: target)
    }
  }

  /// Returns whether the engine may decide about a release of the view: of a list while it is
  /// overscrolled in front of the floor, of other views while links follow them.
  private func awaitsVerdict(_ target: ViewPath) -> Bool {
    guard target.isList else { return self.isFollowed(target) }
    return self.screen.state.floor?.phase != .open
      && self.screen.fingers.offsets.contains { .list($0.source) == target && $0.position.y < 0 }
  }

  private func isFollowed(_ target: ViewPath) -> Bool {
    self.screen.state.links.contains { $0.driver == .translation(target) }
  }
}

extension ViewPath {
  /// The hold target of the view's release; nil for none (rule D7).
  fileprivate var held: HoldTarget? {
    switch self {
    case .pageContainer: .tabs
    case .backEdge, .scan: .back
    case .floorPage: .floor
    default: self.isList ? .floor : nil
    }
  }

  fileprivate var isList: Bool { self.path.hasPrefix("list/") }
}
