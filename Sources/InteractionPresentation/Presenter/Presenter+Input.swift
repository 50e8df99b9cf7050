public import InteractionCore

extension Presenter {
  /// A finger has tapped a tab: reacts at once where the engine is known to agree (rule T14).
  public mutating func tap(_ tab: Int, at now: Instant) {
    let hasAdvanced = self.advance(to: now)
    let before = self.screen
    let reaction = self.model.tap(tab)
    guard hasAdvanced || reaction != nil else { return }
    if let timeline = reaction?.timeline {
      let performance = Performance(
        .tap(tab), of: .selection, timeline: timeline, start: self.screen.now)
      self.start(performance, since: before)
    }
    self.layOut()
  }

  /// Something happened on the client's screen. Ask for ``reports(until:)`` before the engine is
  /// told the same.
  public mutating func report(_ input: LocalInput, at now: Instant) {
    let hasAdvanced = self.advance(to: now)
    switch input {
    case .offset(let source, let x, let y):
      let count = self.screen.fingers.offsets.count
      self.screen.fingers.scroll(source, to: Point(x: x, y: y))
      // Only a list that is new has to be laid out.
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
    case .environment(let environment):
      self.environment = environment
    }
    self.layOut()
  }

  private mutating func touch(_ target: Target) {
    if let held = target.held, self.model.hold.grab(held, at: self.screen.now) != nil {
      self.letGo(of: held, at: self.screen.now)
    }
    self.screen.fingers.forget(target)
    if !target.isList { self.screen.fingers.drags.append(Fingers.Drag(target)) }
  }

  private mutating func lift(_ target: Target) {
    if let held = target.held, self.awaitsVerdict(target) {
      let isHeld = self.model.hold.lift(held, at: self.screen.now, in: self.snapshot)
      if isHeld && target.isList { self.screen.fingers.holdLists() }
    }
    self.release(target)
  }

  /// What follows a finger that is gone stays where it is until the engine says where to.
  private mutating func release(_ target: Target) {
    if self.isFollowed(target) {
      self.screen.fingers.change(target) { $0.isDown = false }
    } else {
      self.screen.fingers.forget(target)
    }
  }

  /// Whether a release of the view is something to decide about, if the engine says so: of a list,
  /// while it is pulled down in front of the floor; of what else follows a finger, while it does.
  private func awaitsVerdict(_ target: Target) -> Bool {
    guard target.isList else { return self.isFollowed(target) }
    return self.screen.state.floor?.phase != .open
      && self.screen.fingers.offsets.contains { .list($0.source) == target && $0.position.y < 0 }
  }

  private func isFollowed(_ target: Target) -> Bool {
    self.screen.state.links.contains { $0.driver == .translation(target) }
  }
}

extension Target {
  /// What a release of the view holds, if anything (rule D7).
  fileprivate var held: HoldTarget? {
    switch self {
    case .pages: .tabs
    case .edge, .scan: .back
    case .floorPage: .floor
    default: self.isList ? .floor : nil
    }
  }

  fileprivate var isList: Bool { self.path.hasPrefix("list/") }
}
