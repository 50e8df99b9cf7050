import GRPCCore
import InteractionRandom
import InteractionReplay
import NIOCore

/// A worker on one event loop: its share of the load's connections and sessions.
final class LoadWorker {
  let loop: NIOIsolatedEventLoop
  var meter: LoadMeter

  private let plan: LoadPlan
  private let connections: [any SessionConnection]
  /// The worker's index among ``parts`` workers.
  private let part: Int
  private let parts: Int
  private var random: SeededGenerator
  private var arrivals: LoadArrivals
  private var backoff = LoadBackoff()
  private var sessions: [ObjectIdentifier: LoadSession] = [:]
  private var number = 0
  private let start: UInt64
  private var isStopping = false
  /// Called before the sessions are ended.
  private let onStop: () -> Void
  /// Called when all sessions have ended.
  private var onEnd: (() -> Void)?

  init(
    _ plan: LoadPlan, part: Int, of parts: Int, connections: [any SessionConnection],
    loop: any EventLoop,
    start: UInt64, onStop: @escaping () -> Void
  ) {
    self.plan = plan
    self.part = part
    self.parts = parts
    self.connections = connections
    self.loop = loop.assumeIsolated()
    self.start = start
    self.onStop = onStop
    self.meter = LoadMeter(start: start, warmUp: plan.warmUp, metrics: plan.metrics)
    self.random = SeededGenerator(seed: plan.seed &* 1_000_003 &+ UInt64(part))
    self.arrivals = LoadArrivals(plan, parts: parts)
  }

  /// Starts sessions by the plan until its end, and then waits for the open ones.
  func run(_ onOver: @escaping () -> Void) {
    self.onEnd = onOver
    self.turn()
  }

  private func turn() {
    guard !self.isStopping else { return }
    let now = LoadSession.now
    let time = now - self.start
    self.meter.active(self.sessions.count, at: now)
    let isBegun =
      self.left == 0 || (self.plan.isTimed && time >= self.plan.duration.nanoseconds)
    // With a total, each session is played to its end.
    guard !isBegun || (self.plan.total != nil && !self.sessions.isEmpty) else {
      self.stop()
      return
    }
    if !isBegun {
      var due = self.arrivals.due(at: time, active: self.sessions.count, using: &self.random)
      // Open arrivals do not depend on admission; a closed load can wait.
      if self.plan.shape == .closed {
        due = self.backoff.allowed(due, at: now, using: &self.random)
      }
      for _ in 0 ..< min(due, self.left) { self.open() }
    }
    self.loop.scheduleTask(in: .milliseconds(2)) { self.turn() }
  }

  /// The number of sessions still to begin.
  private var left: Int {
    guard let total = self.plan.total else { return .max }
    return total / self.parts + (self.part < total % self.parts ? 1 : 0) - self.number
  }

  /// Ends all sessions; frames that have been sent are still answered.
  func stop() {
    guard !self.isStopping else { return }
    self.isStopping = true
    self.onStop()
    for session in self.sessions.values { session.stop() }
    self.endIfOver()
  }

  /// Closes its connections.
  func close() {
    for line in self.connections { line.close() }
  }

  /// Resets the backoff, since a session was opened.
  func opened() {
    self.backoff.succeeded()
  }

  func ended(_ session: LoadSession, _ end: CallOutcome) {
    let now = LoadSession.now
    self.sessions[ObjectIdentifier(session)] = nil
    self.meter.ended(end, at: now)
    if end.code != nil {
      self.backoff.failed(at: now, asked: end.retryDelay, using: &self.random)
    }
    self.endIfOver()
  }

  private func endIfOver() {
    guard self.isStopping, self.sessions.isEmpty, let onOver = self.onEnd else { return }
    self.onEnd = nil
    onOver()
  }

  /// The timeout for directives after a session's last frame, and for the status after the
  /// half-close.
  var directiveTimeout: TimeAmount { TimeAmount(self.plan.directiveTimeout) }

  /// The timeout for resuming a session that has lost its call, nanoseconds.
  var resumeTimeout: UInt64 { self.plan.resumeTimeout.nanoseconds }

  /// Returns a random delay before a session begins to play, nanoseconds, so that sessions are not
  /// synchronised.
  func nextStartDelay() -> UInt64 {
    let spread = self.plan.maximumStartDelay.nanoseconds
    return spread == 0 ? 0 : UInt64.random(in: 0 ..< spread, using: &self.random)
  }

  /// Returns the delay before a session calls again: backoff with jitter, from 200 ms doubled up to
  /// 2 s, plus the server's delay, at most ``LoadPlan/resumeTimeout``.
  func nextBackoff(after failures: Int, retryDelay asked: Duration?) -> TimeAmount {
    let most = min(Int64(200) << Int64(min(failures - 1, 10)), 2_000)
    let asked = min(asked ?? .zero, self.plan.resumeTimeout)
    return .milliseconds(Int64.random(in: most / 10 ... most, using: &self.random))
      + .nanoseconds(Int64(asked.nanoseconds))
  }

  private func open() {
    self.number += 1
    let script = self.plan.scripts.next(using: &self.random)
    let session = LoadSession(
      id: "\(self.plan.name)-\(self.part)-\(self.number)", number: self.number,
      script: script, pace: self.plan.pace, worker: self,
      connection: self.connections[self.number % self.connections.count],
      comesBack: self.plan.faults != nil)
    self.sessions[ObjectIdentifier(session)] = session
    self.call(session)
  }

  /// Makes a call for a session.
  func call(_ session: LoadSession) {
    let bound = NIOLoopBound(session, eventLoop: session.connection.loop)
    session.connection.makeCall(for: session, token: self.plan.tokens?.token(of: session.number))
      .whenFailure { bound.value.callEnded(CallOutcome(NetworkError($0))) }
  }
}
