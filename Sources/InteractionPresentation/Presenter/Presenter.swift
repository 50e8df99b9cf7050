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
  var model: PresenterModel
  var screen: ShownScreen
  var pending = PendingReports()

  /// A client that has been told `snapshot`.
  public init(opened snapshot: Snapshot, in environment: Environment, at now: Instant) {
    self.init(opened: snapshot, in: environment, at: now, fingers: Fingers())
  }

  private init(
    opened snapshot: Snapshot, in environment: Environment, at now: Instant, fingers: Fingers
  ) {
    self.environment = environment
    self.model = PresenterModel(snapshot)
    self.screen = ShownScreen(self.model.visibleState, fingers: fingers, at: now)
    self.startLoops(since: self.screen)
    self.layOut()
  }

  /// The session has been opened again, or a new one: shows `snapshot` at once.
  public mutating func reopen(with snapshot: Snapshot, at now: Instant) {
    self = Presenter(
      opened: snapshot, in: self.environment, at: now, fingers: self.screen.fingers)
  }

  /// The newest time that it has been told.
  public var time: Instant { self.screen.now }

  /// The whole visible state, as the engine has it.
  public var snapshot: Snapshot { self.model.snapshot }

  /// When the scene changes next, or there is something to report: a time that has passed, or now,
  /// means in every frame; nil means that nothing moves until something happens.
  public var nextChange: Instant? {
    let isMoving =
      !self.pending.unsent.isEmpty
      || self.screen.performances.contains { !$0.hasEnded(by: self.screen.now) }
      || self.screen.isCatchingUp(at: self.screen.now)
    return isMoving ? self.screen.now : self.model.hold.deadline
  }

  /// Everything to draw at `now`.
  public func scene(at now: Instant) -> Scene {
    guard self.isDue(at: now) else { return self.screen.frame(at: now) }
    var later = self
    if later.advance(to: now) { later.layOut() }
    return later.screen.frame(at: now)
  }

  /// Lays out the scene, after a change of anything but values.
  mutating func layOut() {
    self.screen.layOut(self.model.reactions.items ?? [], in: self.environment)
  }
}
