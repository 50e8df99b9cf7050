import GRPCCore
import InteractionRandom
import InteractionReplay
import NIOCore

/// One event loop's part of a load: its connections and its sessions.
final class LoadWorker {
  let loop: NIOIsolatedEventLoop
  var meter: LoadMeter

  private let plan: LoadPlan
  private let lines: [any LoadLine]
  /// Which part of the load it is, of how many.
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
  /// Called when everything is over.
  private var onOver: (() -> Void)?

  init(
    _ plan: LoadPlan, part: Int, of parts: Int, lines: [any LoadLine], loop: any EventLoop,
    start: UInt64, onStop: @escaping () -> Void
  ) {
    self.plan = plan
    self.part = part
    self.parts = parts
    self.lines = lines
    self.loop = loop.assumeIsolated()
    self.start = start
    self.onStop = onStop
    self.meter = LoadMeter(start: start, warmUp: plan.warmUp, metrics: plan.metrics)
    self.random = SeededGenerator(seed: plan.seed &* 1_000_003 &+ UInt64(part))
    self.arrivals = LoadArrivals(plan, parts: parts)
  }

  /// Starts sessions by the plan, to its end, and then waits for those that are open.
  func run(_ onOver: @escaping () -> Void) {
    self.onOver = onOver
    self.turn()
  }

  private func turn() {
    guard !self.isStopping else { return }
    let now = LoadSession.now
    let time = now - self.start
    self.meter.active(self.sessions.count, at: now)
    let isBegun =
      self.left == 0 || (self.plan.isTimed && time >= self.plan.duration.nanoseconds)
    // Of a total, each is played to its end.
    guard !isBegun || (self.plan.total != nil && !self.sessions.isEmpty) else {
      self.stop()
      return
    }
    if !isBegun {
      var due = self.arrivals.due(at: time, active: self.sessions.count, using: &self.random)
      // Arrivals come whether they are let in or not; a load that keeps sessions open can wait.
      if self.plan.shape == .closed {
        due = self.backoff.allowed(due, at: now, using: &self.random)
      }
      for _ in 0 ..< min(due, self.left) { self.open() }
    }
    self.loop.scheduleTask(in: .milliseconds(2)) { self.turn() }
  }

  /// How many sessions are still to begin.
  private var left: Int {
    guard let total = self.plan.total else { return .max }
    return total / self.parts + (self.part < total % self.parts ? 1 : 0) - self.number
  }

  /// Ends everything; what has been sent is still answered.
  func stop() {
    guard !self.isStopping else { return }
    self.isStopping = true
    self.onStop()
    for session in self.sessions.values { session.stop() }
    self.endIfOver()
  }

  /// Lets go of its connections.
  func close() {
    for line in self.lines { line.close() }
  }

  /// A session is open.
  func opened() {
    self.backoff.succeeded()
  }

  func ended(_ session: LoadSession, _ end: CallEnd) {
    let now = LoadSession.now
    self.sessions[ObjectIdentifier(session)] = nil
    self.meter.ended(end, at: now)
    if end.code != nil {
      self.backoff.failed(at: now, asked: end.retryDelay, using: &self.random)
    }
    self.endIfOver()
  }

  private func endIfOver() {
    guard self.isStopping, self.sessions.isEmpty, let onOver = self.onOver else { return }
    self.onOver = nil
    onOver()
  }

  /// How long answers may take after the last frame, and the status after them.
  var patience: TimeAmount { TimeAmount(self.plan.patience) }

  /// How long a session that has lost its call tries to come back, nanoseconds.
  var resumePatience: UInt64 { self.plan.resumePatience.nanoseconds }

  /// How long a session waits before it begins to play, nanoseconds: so they are not all in step.
  func nextPhase() -> UInt64 {
    let spread = self.plan.spread.nanoseconds
    return spread == 0 ? 0 : UInt64.random(in: 0 ..< spread, using: &self.random)
  }

  /// How long a session that has lost its call waits before it makes the next one: not all at once,
  /// longer each time, and as long as the server asks, but no longer than the session tries.
  func nextPause(after failures: Int, asked: Duration?) -> TimeAmount {
    let most = min(Int64(200) << Int64(min(failures - 1, 10)), 2_000)
    let asked = min(asked ?? .zero, self.plan.resumePatience)
    return .milliseconds(Int64.random(in: most / 10 ... most, using: &self.random))
      + .nanoseconds(Int64(asked.nanoseconds))
  }

  private func open() {
    self.number += 1
    let script = self.plan.scripts.next(using: &self.random)
    let session = LoadSession(
      id: "\(self.plan.name)-\(self.part)-\(self.number)", number: self.number,
      script: script, pace: self.plan.pace, worker: self,
      line: self.lines[self.number % self.lines.count],
      comesBack: self.plan.faults != nil)
    self.sessions[ObjectIdentifier(session)] = session
    self.call(session)
  }

  /// Makes a call for a session.
  func call(_ session: LoadSession) {
    let bound = NIOLoopBound(session, eventLoop: session.line.loop)
    session.line.makeCall(for: session, token: self.plan.tokens?.token(of: session.number))
      .whenFailure { bound.value.callEnded(CallEnd(NetworkProblem($0))) }
  }
}
