public import InteractionClient
public import InteractionCore
public import InteractionTrace

/// Plays a recording through a client, and collects the engine's directives.
public struct Replay: Sendable {
  /// The options of a replay.
  public struct Options: Hashable, Sendable {
    /// The speed.
    public var speed = ReplaySpeed.times(1)
    /// The longest real wait for a pause, in session time; event times do not change. Nil for no
    /// limit.
    public var longestGap: TimeSpan?
    /// True if samples between trigger lines are left out.
    public var skipsSamples = true
    /// An experience instead of the recorded one; nil for the recorded one.
    public var experience: String?
    /// The RPC methods that carry the session.
    public var wire = SessionConfiguration.CallStyle.stream
    /// The policy for reconnecting after a lost connection; nil for none.
    public var reconnects: ReconnectPolicy?

    public init() {}
  }

  /// The progress of a replay.
  public struct Progress: Hashable, Sendable, CustomStringConvertible {
    /// Events played, of ``total``.
    public var events: Int
    /// All events.
    public var total: Int
    /// Directives received.
    public var directives: Int
    /// The session time.
    public var time: TimeSpan

    public var description: String {
      let seconds = (self.time.seconds * 10).rounded() / 10
      return "\(self.events)/\(self.total) events, \(self.directives) directives, \(seconds) s"
    }
  }

  /// A step of a replay.
  public enum Step: Hashable, Sendable {
    /// An event was sent.
    case event(InteractionEvent)
    /// A directive was received.
    case directive(Directive)
  }

  /// Called for each event and directive.
  public typealias StepHandler = @Sendable (Step, Progress) -> Void

  /// The result of a replay.
  public struct Outcome: Hashable, Sendable {
    /// The session as it was opened.
    public var opened: OpenedSession
    /// The directives in order.
    public var directives: [Directive]
    /// Notices of rejected events.
    public var notices: [Notice]
    /// The final snapshot of a client that applied the directives.
    public var snapshot: Snapshot
    /// Events sent over the network.
    public var sent: Int
    /// Samples left out.
    public var skipped: Int
  }

  private let trace: Trace
  private let options: Options

  public init(_ trace: Trace, options: Options = Options()) {
    self.trace = trace
    self.options = options
  }

  /// Plays the recording, and calls `report` for each event and directive.
  ///
  /// - Throws: ``InteractionError`` if the server ends the session.
  public func run(
    over client: InteractionClient, sessionID: String,
    report: @escaping StepHandler = { _, _ in }
  ) async throws -> Outcome {
    let header = self.trace.header
    let session = client.open(
      SessionConfiguration(
        sessionID: sessionID,
        clientName: "replay",
        experience: self.options.experience ?? header.experience,
        surface: header.surface,
        current: header.current,
        start: header.start,
        skipsSamples: self.options.skipsSamples,
        runsWithClock: false,
        wire: self.options.wire,
        reconnects: self.options.reconnects))
    defer { session.cancel() }
    var updates = session.updates.makeAsyncIterator()
    guard case .opened(let opened) = try await updates.next() else {
      throw InteractionError(code: .internalError, message: "the session ended before it opened")
    }
    let progress = SharedProgress(
      Progress(events: 0, total: self.trace.steps.count, directives: 0, time: .zero), report)
    var outcome = Outcome(
      opened: opened, directives: [], notices: [], snapshot: opened.snapshot, sent: 0, skipped: 0)
    var model = ClientModel(opened.snapshot)
    let player = Task { try await self.play(into: session, progress) }
    defer { player.cancel() }
    while let update = try await updates.next() {
      switch update {
      case .opened, .storeFailed: break
      case .directive(let directive, _):
        outcome.directives.append(directive)
        model.apply(directive)
        progress.update(.directive(directive)) { $0.directives += 1 }
      case .notice(let notice):
        outcome.notices.append(notice)
      }
    }
    try await player.value
    outcome.snapshot = model.snapshot
    let statistics = session.statistics
    (outcome.skipped, outcome.sent) = (statistics.samplesSkipped, statistics.eventsSent)
    return outcome
  }

  /// The duration of the replay at its speed.
  public var duration: TimeSpan {
    guard case .times(let factor) = self.options.speed else { return .zero }
    var last = self.trace.header.start
    var microseconds = 0.0
    for step in self.trace.steps {
      microseconds += Double(self.gap(from: last, to: step.event.time).microseconds) / factor
      last = step.event.time
    }
    // Clamped to fit in 64 bits.
    return TimeSpan(microseconds: Int64(min(microseconds, 9e18)))
  }

  private func gap(from last: Instant, to time: Instant) -> TimeSpan {
    let gap = max(time - last, .zero)
    return self.options.longestGap.map { min($0, gap) } ?? gap
  }

  private func play(into session: InteractionSession, _ progress: SharedProgress) async throws {
    var (due, last) = (ContinuousClock.now, self.trace.header.start)
    for step in self.trace.steps {
      let time = step.event.time
      if case .times(let factor) = self.options.speed {
        let gap = Double(self.gap(from: last, to: time).microseconds)
        due += .microseconds(Int64(min(gap / factor, 9e18)))
        try await self.wait(until: due, for: time, after: last, at: factor, in: session)
        last = max(last, time)
      }
      session.send(step.event.kind, at: time, command: step.event.command)
      progress.update(.event(step.event)) {
        $0.events += 1
        $0.time = time - self.trace.header.start
      }
    }
    session.finish()
  }

  /// Waits for an event's time; during a pause it advances the server's session time every second.
  private func wait(
    until due: ContinuousClock.Instant, for time: Instant, after last: Instant, at factor: Double,
    in session: InteractionSession
  ) async throws {
    let start = ContinuousClock.now
    while ContinuousClock.now + .seconds(1) < due {
      try await Task.sleep(for: .seconds(1))
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      let passed = (Double(seconds) + Double(attoseconds) / 1e18) * factor
      session.advance(to: min(last + TimeSpan(microseconds: Int64(passed * 1e6)), time))
    }
    try await Task.sleep(until: due, clock: .continuous)
  }
}
