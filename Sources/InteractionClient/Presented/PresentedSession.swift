public import InteractionCore
public import InteractionPresentation
import Synchronization

/// A session and everything that it shows: the one surface that an app needs.
///
/// Tell it what the user does with ``send(_:at:)``, draw ``scene(at:)`` in each frame, carry out
/// ``effects``. It keeps what is shown, plays animations, follows fingers, reacts to taps at once
/// (rules D1–D7, T14), and reports the ends of animations to the engine.
///
/// ```swift
/// let screen = client.present(SessionConfiguration(sessionID: "home-1", environment: .phone))
/// screen.send(.tapTab(index: 2))
/// draw(screen.scene())
/// ```
///
/// It reads ``InteractionSession/updates`` of its session, and stays until the session ends, even
/// if no reference to it is left.
@available(InteractionEngine 1.0, *)
public final class PresentedSession: InteractionSource {
  /// The session: to pause, finish or cancel it, and for the state of its connection. Send through
  /// ``send(_:at:)`` alone.
  public let session: InteractionSession
  /// What happens once: haptics, sounds, menus, logins. For one reader.
  public let effects: AsyncStream<Effect>
  /// Whenever something else than time has changed the scene: a display link that has stopped,
  /// since ``nextChange`` was nil, has to run again. For one reader, who misses nothing by being
  /// late.
  public let changes: AsyncStream<Void>
  /// What else the session says: each opening, refused events, a store that fails. For one reader,
  /// who misses nothing but the oldest of more than a hundred.
  public let remarks: AsyncStream<SessionUpdate>

  private let presenter: Mutex<Presenter>
  private let effect: AsyncStream<Effect>.Continuation
  private let change: AsyncStream<Void>.Continuation
  private let remark: AsyncStream<SessionUpdate>.Continuation
  private let task = Mutex<Task<Void, any Error>?>(nil)
  /// Reports what ends while nothing is drawn.
  private let alarm = Mutex<(due: Instant, task: Task<Void, Never>)?>(nil)

  /// Shows a session, whose ``InteractionSession/updates`` must have no other reader.
  public init(_ session: InteractionSession) {
    self.session = session
    (self.effects, self.effect) = AsyncStream.makeStream()
    (self.changes, self.change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.remarks, self.remark) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(128))
    // Nothing is known before the session has opened but the surface, and where lists stand.
    self.presenter = Mutex(
      Presenter(
        opened: Snapshot(settings: []), in: session.configuration.environment, at: session.now))
    let task = Task(executorPreference: session.clock.executor) { try await self.run() }
    self.task.withLock { $0 = task }
  }

  /// Session time by the clock.
  public var now: Instant { self.session.now }

  /// Reports what happened, at its own time or now, and shows at once what follows from it. Never
  /// waits.
  ///
  /// - Parameters:
  ///   - kind: What happened; ends of animations are reported without being sent here.
  ///   - time: When, in session time; now if nil.
  public func send(_ kind: Event.Kind, at time: Instant?) {
    self.presenter.withLock { presenter in
      let now = time ?? self.now
      presenter.see(kind, at: now)
      self.report(&presenter, at: now)
      // Under the lock, so that the engine hears in the order in which the presenter has seen.
      self.session.send(kind, at: now)
    }
    self.setAlarm()
    self.change.yield()
  }

  /// As ``send(_:at:)``, now.
  public func send(_ kind: Event.Kind) { self.send(kind, at: nil) }

  /// As ``scene(at:)``, now.
  public func scene() -> Scene { self.scene(at: nil) }

  /// Everything to draw, at a moment that has not passed; now if nil. Reports what has ended by
  /// then.
  public func scene(at time: Instant?) -> Scene {
    self.presenter.withLock { presenter in
      let now = time ?? self.now
      self.report(&presenter, at: now)
      return presenter.scene(at: now)
    }
  }

  /// When the scene changes next: a time that has passed, or now, means in every frame; nil means
  /// that nothing moves before ``changes`` says so.
  public var nextChange: Instant? { self.presenter.withLock { $0.nextChange } }

  /// The surface, as the engine has been told of it.
  public var environment: Environment { self.presenter.withLock { $0.environment } }

  /// What the engine has said that there is to show.
  public var snapshot: Snapshot { self.presenter.withLock { $0.snapshot } }

  /// Waits until the session has ended.
  ///
  /// - Throws: ``InteractionError`` if it has not ended well.
  public func waitForEnd() async throws {
    try await self.task.withLock { $0 }?.value
  }
}

@available(InteractionEngine 1.0, *)
extension PresentedSession {
  private func run() async throws {
    defer {
      self.effect.finish()
      self.change.finish()
      self.remark.finish()
      self.alarm.withLock { $0?.task.cancel() }
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

  /// Sees to it that the next end is reported though nothing may be drawn, such as under a page of
  /// the app's own.
  private func setAlarm() {
    guard self.session.configuration.runsWithClock,
      let due = self.presenter.withLock({ $0.nextReport })
    else { return }
    self.alarm.withLock { alarm in
      if let alarm, alarm.due <= due { return }
      alarm?.task.cancel()
      let wait = max(due - self.now, .zero)
      let clock = self.session.clock
      let task = Task(executorPreference: clock.executor) {
        guard (try? await clock.sleep(for: .microseconds(wait.microseconds))) != nil else { return }
        self.alarm.withLock { $0 = nil }
        self.presenter.withLock { self.report(&$0, at: self.now) }
        self.setAlarm()
      }
      alarm = (due, task)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Presenter {
  /// When something arrives: now by the clock, or the newest time that the app has given.
  fileprivate func time(at session: InteractionSession) -> Instant {
    session.configuration.runsWithClock ? max(session.now, self.time) : self.time
  }
}

@available(InteractionEngine 1.0, *)
extension InteractionClient {
  /// Opens a session and shows it. It starts at once; until it has opened the scene is empty.
  public func present(_ configuration: SessionConfiguration) -> PresentedSession {
    PresentedSession(self.open(configuration))
  }
}
