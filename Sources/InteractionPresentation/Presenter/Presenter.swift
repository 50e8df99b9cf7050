public import InteractionCore

/// The presentation of a thin client: keeps the state, plays timelines, follows fingers, predicts
/// taps, holds releases and creates the reports for the engine (rules D1–D7, T14).
///
/// A value without a clock: all times are session time, as in events and directives.
///
/// ```swift
/// var presenter = Presenter(opened: opened.snapshot, in: surface, at: now)
/// // For each directive:
/// for effect in presenter.receive(directive, at: now) { carryOut(effect) }
/// // For each frame, as long as `nextChange` is not nil:
/// draw(presenter.scene(at: now))
/// for report in presenter.reports(until: now) { session.send(report) }
/// ```
public struct Presenter: Hashable, Sendable {
  /// The surface, as last reported to the engine.
  public internal(set) var surface: Surface
  var model: PresenterModel
  var screen: PresentationState
  var pending = PendingReports()

  /// Creates a presenter that shows `snapshot`.
  public init(opened snapshot: Snapshot, in surface: Surface, at now: Instant) {
    self.init(opened: snapshot, in: surface, at: now, fingers: TrackedInput())
  }

  private init(
    opened snapshot: Snapshot, in surface: Surface, at now: Instant, fingers: TrackedInput
  ) {
    self.surface = surface
    self.model = PresenterModel(snapshot)
    self.screen = PresentationState(self.model.visibleState, fingers: fingers, at: now)
    self.startLoops(since: self.screen)
    self.layOut()
  }

  /// Shows the `snapshot` of a session that was opened again, or of a new one, without animation.
  public mutating func reopen(with snapshot: Snapshot, at now: Instant) {
    self = Presenter(
      opened: snapshot, in: self.surface, at: now, fingers: self.screen.fingers)
  }

  /// The newest time of any input.
  public var time: Instant { self.screen.now }

  /// The complete state, as last received from the engine.
  public var snapshot: Snapshot { self.model.snapshot }

  /// The time of the next change of the scene or the next report. A time that has passed means that
  /// every frame differs; nil means that nothing moves until the next input.
  public var nextChange: Instant? {
    let isMoving =
      !self.pending.unsent.isEmpty
      || self.screen.animations.contains { !$0.hasEnded(by: self.screen.now) }
      || self.screen.isCatchingUp(at: self.screen.now)
    return isMoving ? self.screen.now : self.model.hold.deadline
  }

  /// Returns the scene to draw at `now`.
  public func scene(at now: Instant) -> PresentedScene {
    if !self.isDue(at: now), let frame = self.screen.restingFrame(at: now) { return frame }
    return self.movingScene(at: now)
  }

  /// Returns the scene without the animations that end by `now`. Not inlined: frames at rest would
  /// then copy the state, too.
  @inline(never)
  private func movingScene(at now: Instant) -> PresentedScene {
    guard self.isDue(at: now) else { return self.screen.frame(at: now) }
    var later = self
    if later.advance(to: now) { later.layOut() }
    return later.screen.frame(at: now)
  }

  /// Updates the layout, after a change of anything but animated values.
  mutating func layOut() {
    self.screen.layOut(self.model.reactions.items ?? [], in: self.surface)
  }
}
