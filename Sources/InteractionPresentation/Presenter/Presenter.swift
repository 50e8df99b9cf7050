public import InteractionCore

/// What a thin client shows: keeps the state, plays timelines, follows fingers, predicts taps,
/// holds releases and says what the engine has to hear of (rules D1–D7, T14).
///
/// A value without clock: all times are session time, as events and directives have it.
///
/// ```swift
/// var presenter = Presenter(opened: opened.snapshot, in: environment, at: now)
/// // For each directive:
/// for effect in presenter.receive(directive, at: now) { carryOut(effect) }
/// // For each frame, as long as `nextChange` is not nil:
/// draw(presenter.scene(at: now))
/// for report in presenter.reports(until: now) { session.send(report) }
/// ```
public struct Presenter: Hashable, Sendable {
  /// The surface, as the engine has been told of it.
  public internal(set) var environment: Environment
  /// Also what the engine has said: the presenter's one model.
  var reactions: TapReactions
  var hold = ReleaseHold()
  var letGo = LetGo()
  var fingers = Fingers()
  /// The number of the newest directive.
  var newest: UInt64 = 0
  /// What plays, the oldest first; a view has a part in one of them only.
  var performances: [Performance] = []
  /// The ends that the engine waits for.
  var awaited: [Awaited] = []
  /// What the engine has to hear of.
  var unsent: [Event.Kind] = []
  /// The newest time that the presenter has been told.
  var now: Instant
  /// What there is to draw, without what moves.
  var layout = Scene()
  /// Where in ``layout`` each link acts.
  var follows: [Follow] = []
  /// What was elsewhere when it began to follow a finger.
  var strays: [Stray] = []
  /// Where in ``layout`` each list stands.
  var lists: [ListPlace] = []
  /// What there is to draw while nothing plays.
  var resting = Scene()

  /// An animation whose end the engine waits for.
  struct Awaited: Hashable, Sendable {
    var directive: UInt64
    var aspect: Setting.Aspect
    var end: Instant
  }

  /// A link and the element on which it acts.
  struct Follow: Hashable, Sendable {
    var link: ScrollLink
    var place: Int
  }

  /// A link's view that comes from elsewhere.
  struct Stray: Hashable, Sendable {
    var link: ScrollLink
    /// How far it is away from where the link has it.
    var lag: Lag
  }

  /// A list among the offsets that were reported, and its element.
  struct ListPlace: Hashable, Sendable {
    var offset: Int
    var place: Int
  }

  /// A client that has been told `snapshot`.
  public init(opened snapshot: Snapshot, in environment: Environment, at now: Instant) {
    self.environment = environment
    self.reactions = TapReactions(snapshot)
    self.now = now
    self.startLoops(since: self)
    self.layOut()
  }

  /// The session has been opened again, or a new one: shows `snapshot` at once.
  public mutating func reopen(with snapshot: Snapshot, at now: Instant) {
    let fingers = self.fingers
    self = Presenter(opened: snapshot, in: self.environment, at: now)
    self.fingers = fingers
    self.layOut()
  }

  /// The newest time that it has been told.
  public var time: Instant { self.now }

  /// The whole visible state, as the engine has it.
  public var snapshot: Snapshot { self.reactions.model.snapshot }

  /// What shows of it.
  var state: VisibleState { VisibleState(self.snapshot, without: self.letGo) }

  /// When the scene changes next, or there is something to report: a time that has passed, or now,
  /// means in every frame; nil means that nothing moves until something happens.
  public var nextChange: Instant? {
    let isMoving =
      !self.unsent.isEmpty || self.performances.contains { !$0.hasEnded(by: self.now) }
      || self.isCatchingUp(at: self.now)
    return isMoving ? self.now : self.hold.deadline
  }

  /// Everything to draw at `now`.
  public func scene(at now: Instant) -> Scene {
    if self.isDue(at: now) {
      var later = self
      later.advance(to: now)
      return later.frame(at: now)
    }
    return self.frame(at: now)
  }

  /// The scene while the layout is up to date.
  private func frame(at now: Instant) -> Scene {
    guard !self.performances.isEmpty || self.isCatchingUp(at: now) else {
      return self.resting
    }
    var scene = self.followed(at: now)
    for performance in self.performances {
      let time = now - performance.start
      for motion in performance.motions {
        guard let value = motion.value(at: time) else { continue }
        scene.set(motion.property, to: value, at: motion.place)
      }
    }
    return scene
  }

  /// The layout with what follows lists and fingers.
  func followed(at now: Instant) -> Scene {
    var scene = self.layout
    for list in self.lists {
      scene.elements[list.place].values.contentOffset =
        self.fingers.offsets[list.offset].shown(at: now)
    }
    for follow in self.follows {
      scene.set(follow.link.property, to: self.value(of: follow.link, at: now), at: follow.place)
    }
    return scene
  }

  /// What a link gives its property.
  func value(of link: ScrollLink, at now: Instant) -> Double {
    let stray = self.strays.first { $0.link == link }
    return link.value(at: self.fingers.value(of: link.driver, at: now))
      - (stray?.lag.remaining(at: now) ?? 0)
  }

  /// Whether something still catches up.
  private func isCatchingUp(at now: Instant) -> Bool {
    self.fingers.isCatchingUp(at: now) || self.strays.contains { !$0.lag.isOver(at: now) }
  }
}

extension Scene {
  fileprivate mutating func set(_ property: AnimatedProperty, to value: Double, at place: Int) {
    self.elements[place].values.set(property, to: value, in: self.elements[place].frame)
  }
}
