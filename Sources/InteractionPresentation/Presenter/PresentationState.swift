import InteractionCore

/// The presented values: the state, the running animations, and the views that follow fingers and
/// lists.
struct PresentationState: Hashable, Sendable {
  /// The newest time of any input.
  var now: Instant
  var state: VisibleState
  /// The running animations, the oldest first. At most one involves a given view.
  var animations: [PlayingAnimation] = []
  var fingers = TrackedInput()
  /// The links whose views were elsewhere when they began to follow a finger.
  var laggingLinks: [LaggingLink] = []
  private(set) var layout = ScreenLayout()
  /// A Boolean value that indicates whether the surface of the layout has reduced motion.
  private var reducesMotion = false

  /// A link whose view still lags behind its finger.
  struct LaggingLink: Hashable, Sendable {
    var link: ScrollLink
    /// The distance between the view and the link's value.
    var lag: CatchUpOffset
  }

  init(_ state: VisibleState, fingers: TrackedInput = TrackedInput(), at now: Instant) {
    self.state = state
    self.fingers = fingers
    self.now = now
  }

  /// Updates the layout, after a change of anything but animated values.
  mutating func layOut(_ items: [SelectionState.Item], in surface: Surface) {
    self.reducesMotion = surface.reducedMotion
    var builder = SceneBuilder(
      self.state, items: items, in: surface, performances: self.animations,
      fingers: self.fingers, roles: self.currentRoles)
    builder.build()
    self.layout = ScreenLayout(
      PresentedScene(elements: builder.elements), links: self.state.links,
      lists: self.fingers.offsets)
    for index in self.animations.indices { self.animations[index].find(in: self.layout) }
    self.follow()
  }

  /// Updates the scene at rest, after a list or a finger has moved.
  mutating func follow() {
    // The end of time: every lag is over.
    self.layout.resting = self.followed(at: Instant(microseconds: .max))
  }

  /// Returns the scene at `now`, as long as nothing moves.
  ///
  /// Inlined, like what it calls: the call would copy the state.
  @inline(__always)
  func restingFrame(at now: Instant) -> PresentedScene? {
    self.animations.isEmpty && !self.isCatchingUp(at: now) ? self.layout.resting : nil
  }

  /// Returns the scene at `now`; the layout must be up to date.
  func frame(at now: Instant) -> PresentedScene {
    var scene = self.followed(at: now)
    for performance in self.animations {
      let time = now - performance.start
      for motion in performance.motions {
        guard let value = motion.value(at: time) else { continue }
        scene.set(motion.property, to: value, at: motion.place)
      }
    }
    return scene
  }

  /// Returns the scene with the values of lists and links.
  private func followed(at now: Instant) -> PresentedScene {
    var scene = self.layout.scene
    for list in self.layout.lists {
      scene.elements[list.place].values.contentOffset =
        self.fingers.offsets[list.offset].presentedOffset(at: now)
    }
    for follow in self.layout.follows {
      scene.set(follow.link.property, to: self.value(of: follow.link, at: now), at: follow.place)
    }
    return scene
  }

  /// Returns whether a view still catches up with its finger or list.
  @inline(__always)
  func isCatchingUp(at now: Instant) -> Bool {
    self.fingers.isCatchingUp(at: now) || self.laggingLinks.contains { !$0.lag.isOver(at: now) }
  }
}

/// The presented values.
extension PresentationState {
  /// Returns the value of a link.
  private func value(of link: ScrollLink, at now: Instant) -> Double {
    let input = self.fingers.value(of: link.driver, at: now)
    if self.reducesMotion { return link.reducedValue(at: input) }
    let detached = self.laggingLinks.first { $0.link == link }
    return link.value(at: input) - (detached?.lag.remaining(at: now) ?? 0)
  }

  /// Returns the value of a property that an animation or a link moves; nil if none does.
  func presentedValue(_ property: AnimatedProperty, of target: ViewPath) -> Double? {
    for performance in self.animations {
      for motion in performance.motions where motion.target == target && motion.property == property
      {
        if let value = motion.value(at: self.now - performance.start) { return value }
      }
    }
    return self.state.links.last { $0.target == target && $0.property == property }
      .map { self.value(of: $0, at: self.now) }
  }

  /// Returns the target that now shows the content that `target` shows in a performance, since an
  /// incoming page may be outgoing next.
  private func former(_ target: ViewPath, in performance: PlayingAnimation) -> ViewPath? {
    if case .toggle(let id) = performance.aspect,
      self.animations.contains(where: { $0.aspect == performance.aspect })
    {
      switch target {
      case .toggleIncoming(id): return .toggleOutgoing(id)
      case .toggleOutgoing(id): return .toggleIncoming(id)
      default: return target
      }
    }
    guard let roles = performance.roles, let old = self.currentRoles else { return target }
    switch target {
    case .incomingPage: return old.target(of: roles.incoming)
    case .outgoingPage: return old.target(of: roles.outgoing)
    default: return old == roles ? target : nil
    }
  }

  /// The pages of the current page transition, animated or interactive; nil if there is none.
  var currentRoles: PageTransitionRoles? {
    if let roles = self.animations.last(where: { $0.roles != nil })?.roles { return roles }
    let navigation = self.state.navigation
    guard case .interactive = navigation?.phase, let navigation, let change = navigation.change
    else { return nil }
    return PageTransitionRoles(of: change, over: navigation.pages)
  }

  /// Returns whether a finger moves, or has moved, the views of a timeline.
  func isMovedByFinger(_ timeline: Timeline) -> Bool {
    let links = self.state.links.filter(\.followsFinger)
    let goingBack = self.animations.filter { $0.origin == .release }.flatMap(\.motions)
    return timeline.tracks.contains { track in
      links.contains { $0.target == track.target && $0.property == track.property }
        || goingBack.contains { $0.target == track.target && $0.property == track.property }
    }
  }

  /// Returns the value from which a motion starts: the presented one, or the view's place at rest;
  /// nil for the motion's own.
  func start(of motion: PropertyAnimation, in performance: PlayingAnimation) -> Double? {
    guard let target = self.former(motion.target, in: performance) else { return nil }
    return self.presentedValue(motion.property, of: target)
      ?? self.restingValue(of: motion, in: performance)
  }

  /// Returns the start value of a view that rests elsewhere than at the layout's place: a sheet, or
  /// a strip that shows its second picture.
  private func restingValue(of motion: PropertyAnimation, in performance: PlayingAnimation)
    -> Double?
  {
    if motion.property == .contentOffsetY {
      return self.layout.resting[motion.target]?.values.contentOffset.y
    }
    guard case .above(let index, let page) = performance.roles?.page(of: motion.target),
      page.restingPosition.isPartial, let pages = self.state.navigation?.pages,
      pages.indices.contains(index), pages[index] == page
    else { return nil }
    switch motion.property {
    case .translateX: return page.restingPosition.dx
    case .translateY: return page.restingPosition.dy
    default: return nil
    }
  }
}

/// The tracks of return animations.
extension PresentationState {
  /// Returns the tracks that move views to rest, in place of `motions`.
  func returnTracks(of motions: [PropertyAnimation]) -> Timeline {
    Timeline(
      tracks: motions.compactMap { motion in
        motion.property.restingValue.flatMap {
          self.returnTrack(of: motion.target, motion.property, to: $0)
        }
      })
  }

  /// Returns the tracks that move the captured views to rest, from where their snapshots are.
  func waysBack(fromPicturesOf performance: PlayingAnimation) -> [Track] {
    performance.captures.flatMap { capture in
      performance.motions.filter { $0.target == capture.target }.compactMap { motion in
        guard let value = self.presentedValue(motion.property, of: motion.target),
          let rest = motion.property.restingValue, value != rest
        else { return nil }
        return Track(returning: capture.subject, motion.property, from: value, to: rest)
      }
    }
  }

  /// Returns the track from a property's presented value to `value`; nil if they are equal.
  func returnTrack(of target: ViewPath, _ property: AnimatedProperty, to value: Double) -> Track? {
    guard let shown = self.presentedValue(property, of: target), shown != value else { return nil }
    return Track(returning: target, property, from: shown, to: value)
  }
}

extension Track {
  /// Creates the track of a return animation: 250 ms, ease-out.
  init(
    returning target: ViewPath, _ property: AnimatedProperty, from shown: Double, to value: Double
  ) {
    self.init(
      target, property, from: shown, to: value, duration: .milliseconds(250), easing: .easeOut,
      fill: .both)
  }
}

extension PresentedScene {
  fileprivate mutating func set(_ property: AnimatedProperty, to value: Double, at place: Int) {
    self.elements[place].values.set(property, to: value, in: self.elements[place].frame)
  }
}
