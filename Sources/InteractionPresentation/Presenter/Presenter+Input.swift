public import InteractionCore

extension Presenter {
  /// A finger has tapped a tab: reacts at once where the engine is known to agree (rule T14).
  public mutating func tap(_ tab: Int, at now: Instant) {
    self.advance(to: now)
    let before = self
    guard let reaction = self.reactions.tap(tab) else { return }
    if let timeline = reaction.timeline {
      let performance = Performance(.tap(tab), of: .selection, timeline: timeline, start: self.now)
      self.start(performance, since: before)
    }
    self.layOut()
  }

  /// Something happened on the client's screen. Ask for ``reports(until:)`` before the engine is
  /// told the same.
  public mutating func report(_ input: LocalInput, at now: Instant) {
    self.advance(to: now)
    switch input {
    case .offset(let source, let x, let y):
      let count = self.fingers.offsets.count
      self.fingers.scroll(source, to: Point(x: x, y: y))
      // Only a list that is new has to be laid out.
      if self.fingers.offsets.count == count { return self.follow() }
    case .touch(let target):
      self.touch(target)
    case .drag(let target, let translation):
      if self.fingers.drag(on: target)?.isDown != true { self.touch(target) }
      self.fingers.change(target) { $0.translation = translation }
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
    if let held = target.held, self.hold.grab(held, at: self.now) != nil {
      self.letGo(of: held, at: self.now)
    }
    self.fingers.forget(target)
    if !target.isList { self.fingers.drags.append(Fingers.Drag(target)) }
  }

  private mutating func lift(_ target: Target) {
    if let held = target.held, self.awaitsVerdict(target) {
      let isHeld = self.hold.lift(held, at: self.now, in: self.snapshot)
      if isHeld && target.isList { self.fingers.holdLists() }
    }
    self.release(target)
  }

  /// What follows a finger that is gone stays where it is until the engine says where to.
  private mutating func release(_ target: Target) {
    if self.isFollowed(target) {
      self.fingers.change(target) { $0.isDown = false }
    } else {
      self.fingers.forget(target)
    }
  }

  /// Whether a release of the view is something to decide about, if the engine says so: of a list,
  /// while it is pulled down in front of the floor; of what else follows a finger, while it does.
  private func awaitsVerdict(_ target: Target) -> Bool {
    guard target.isList else { return self.isFollowed(target) }
    return self.state.floor?.phase != .open
      && self.fingers.offsets.contains { .list($0.source) == target && $0.position.y < 0 }
  }

  private func isFollowed(_ target: Target) -> Bool {
    self.follows.contains { $0.link.driver == .translation(target) }
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
