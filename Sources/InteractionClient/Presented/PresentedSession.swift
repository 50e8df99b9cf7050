public import InteractionCore
public import InteractionPresentation

/// A session and its presentation: the one object that an app needs.
///
/// Report input with ``send(_:at:)``, draw ``scene(at:)`` in each frame, and perform ``effects``.
/// The session keeps the presented state, plays animations, follows fingers, reacts to taps without
/// waiting for the engine (rules D1–D7, T14), and reports the ends of animations to the engine.
///
/// ```swift
/// let screen = client.present(SessionConfiguration(sessionID: "home-1", surface: .phone))
/// screen.send(.tapTab(index: 2))
/// draw(screen.scene())
/// ```
///
/// It reads ``InteractionSession/updates`` of its session, and stays in memory until the session
/// ends, even if no reference to it is left.
public final class PresentedSession: InteractionSource {
  /// The session, to pause, finish or cancel it, and for the state of its connection. Send events
  /// through ``send(_:at:)`` only.
  public let session: InteractionSession
  /// One-time effects: haptics, sounds, menus, logins. Single consumer.
  public let effects: AsyncStream<Effect>
  /// A value whenever the scene has changed for another reason than time: a display link that was
  /// stopped because ``nextChange`` was nil must restart. Single consumer; a late reader gets the
  /// newest value.
  public let changes: AsyncStream<Void>
  /// The other updates: openings, refused events, store failures. Single consumer; buffers the
  /// newest 128.
  public let otherUpdates: AsyncStream<SessionUpdate>

  private let presenter: Locked<Presenter>
  private let effect: AsyncStream<Effect>.Continuation
  private let change: AsyncStream<Void>.Continuation
  private let remark: AsyncStream<SessionUpdate>.Continuation
  private let task = Locked<Task<Void, any Error>?>(nil)
  /// The timer that reports ends of animations while nothing is drawn.
  private let reportTimer = Locked<(due: Instant, task: Task<Void, any Error>)?>(nil)

  /// Presents a session, whose ``InteractionSession/updates`` must have no other consumer.
  public init(_ session: InteractionSession) {
    self.session = session
    (self.effects, self.effect) = AsyncStream.makeStream()
    (self.changes, self.change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.otherUpdates, self.remark) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(128))
    // Until the session opens, only the surface and the lists' offsets are known.
    self.presenter = Locked(
      Presenter(
        opened: Snapshot(settings: []), in: session.configuration.surface, at: session.now))
    let task = session.clock.start { try await self.run() }
    self.task.withLock { $0 = task }
  }

  /// The current session time.
  public var now: Instant { self.session.now }

  /// Reports an event, and presents its immediate consequences. Never blocks.
  ///
  /// - Parameters:
  ///   - kind: The event. Ends of animations are reported automatically.
  ///   - time: The event's session time; now if nil.
  public func send(_ kind: InteractionEvent.Kind, at time: Instant?) {
    self.presenter.withLock { presenter in
      let now = time ?? self.now
      presenter.handle(kind, at: now)
      self.report(&presenter, at: now)
      // Under the lock, so that the engine receives events in the presenter's order.
      self.session.send(kind, at: now)
    }
    self.setAlarm()
    self.change.yield()
  }

  /// Reports an event that happens now; see ``send(_:at:)``.
  public func send(_ kind: InteractionEvent.Kind) { self.send(kind, at: nil) }

  /// Returns the current scene; see ``scene(at:)``.
  public func scene() -> PresentedScene { self.scene(at: nil) }

  /// Returns the scene to draw at a session time, now if nil; times must not decrease. Reports the
  /// animations that have ended by then.
  public func scene(at time: Instant?) -> PresentedScene {
    self.presenter.withLock { presenter in
      let now = time ?? self.now
      self.report(&presenter, at: now)
      return presenter.scene(at: now)
    }
  }

  /// The session time of the next change of the scene. A time that has passed means that every
  /// frame differs; nil means that nothing moves until the next value of ``changes``.
  public var nextChange: Instant? { self.presenter.withLock { $0.nextChange } }

  /// The surface, as last reported to the engine.
  public var surface: Surface { self.presenter.withLock { $0.surface } }

  /// The newest state received from the engine.
  public var snapshot: Snapshot { self.presenter.withLock { $0.snapshot } }

  /// Waits until the session has ended.
  ///
  /// - Throws: ``InteractionError`` if the session failed.
  public func waitForEnd() async throws {
    try await self.task.withLock { $0 }?.value
  }
}

extension PresentedSession {
  private func run() async throws {
    defer {
      self.effect.finish()
      self.change.finish()
      self.remark.finish()
      self.reportTimer.withLock { $0?.task.cancel() }
    }
    for try await update in self.session.updates { self.receive(update) }
  }

  private func receive(_ update: SessionUpdate) {
    switch update {
    case .opened(let opened):
      self.presenter.withLock { $0.reopen(with: opened.snapshot, at: $0.time(at: self.session)) }
      self.remark.yield(update)
    case .directive(let directive, let isNews):
      let effects = self.presenter.withLock { presenter in
        presenter.receive(directive, at: presenter.time(at: self.session))
      }
      if isNews { for effect in effects { self.effect.yield(effect) } }
    case .notice, .storeFailed:
      self.remark.yield(update)
      return
    }
    self.setAlarm()
    self.change.yield()
  }

  private func report(_ presenter: inout Presenter, at now: Instant) {
    for report in presenter.reports(until: now) { self.session.send(report, at: now) }
  }

  /// Schedules a report of the next animation end, for the case that nothing is drawn, such as
  /// under a page of the app.
  private func setAlarm() {
    guard self.session.configuration.runsWithClock,
      let due = self.presenter.withLock({ $0.nextReport })
    else { return }
    self.reportTimer.withLock { alarm in
      if let alarm, alarm.due <= due { return }
      alarm?.task.cancel()
      let wait = max(due - self.now, .zero)
      let clock = self.session.clock
      let task = clock.start {
        try await clock.sleep(clock.now() + wait)
        self.reportTimer.withLock { $0 = nil }
        self.presenter.withLock { self.report(&$0, at: self.now) }
        self.setAlarm()
      }
      alarm = (due, task)
    }
  }
}

extension Presenter {
  /// The time of an arrival: now by the clock, or the newest time that the app has given.
  fileprivate func time(at session: InteractionSession) -> Instant {
    session.configuration.runsWithClock ? max(session.now, self.time) : self.time
  }
}

extension InteractionClient {
  /// Opens a session and presents it. It starts to connect at once; its scene is empty until it has
  /// opened.
  public func present(_ configuration: SessionConfiguration) -> PresentedSession {
    PresentedSession(self.open(configuration))
  }
}
