import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionClient
import InteractionCore
import InteractionReplay
import InteractionTrace
import Synchronization

/// A generated session whose connections are cut, and its client's log.
struct ChaosSession: Sendable {
  /// The log of the client.
  struct Log: Sendable {
    var id: String
    var recording: SessionRecording?
    var directives: [Directive]
    var snapshot: Snapshot
    /// The gaps without an open session.
    var gaps: [SessionCalls.Gap] = []
    /// The number of times that its connections were cut.
    var cuts = 0
    /// The number of times that it was resumed.
    var resumed = 0
    /// The reasons for restarts.
    var restarted: [RestartReason] = []
    /// Failed connections by reason or status.
    var failures: [String: Int] = [:]
    /// The error that ended it; nil if there was none.
    var error: String?
  }

  let index: Int
  let plan: ChaosPlan
  /// The ports of the engines.
  let ports: [Int]
  let budget: CutBudget
  let fates: EngineFaultCompletion

  /// Runs the session, with a proxy for each engine that cuts connections by the session's
  /// schedule.
  func run() async throws -> Log {
    var proxies: [ChaosProxy] = []
    var endpoints: [Int] = []
    var settings = ChaosSettings()
    settings.lingerTime = .milliseconds(20)
    if self.plan.network != nil { settings.windowBytes = NetworkConditions.windowBytes }
    let budget = self.budget
    for (engine, port) in self.ports.enumerated() {
      let stream = UInt64(self.index * 16 + engine)
      let schedule = ChaosSchedule(
        seed: self.plan.seed, stream: stream, bytes: self.plan.cutBytes)
      let link = self.plan.network?.faults(seed: self.plan.seed &* 1_000_003 &+ stream)
      let proxy = ChaosProxy(
        target: ProxyTarget(port: port),
        faults: { connection in
          let cut = budget.isSpent ? nil : schedule.cutPoint(connection: connection)
          return ConnectionFaults(cut: cut, both: link ?? ConnectionFaults.DirectionFaults())
        },
        settings: settings)
      proxies.append(proxy)
      budget.watch(proxy)
      endpoints.append(try await proxy.start())
    }
    // Sessions prefer different engines.
    let shift = self.index % max(endpoints.count, 1)
    var log = await self.play(over: Array(endpoints[shift...] + endpoints[..<shift]))
    log.cuts = budget.spent
    for proxy in proxies { await proxy.stop() }
    budget.close()
    return log
  }

  private func play(over ports: [Int]) async -> Log {
    if let client = self.plan.client { return await self.run(client, over: ports) }
    let access = self.plan.access
    let token = access.provider(of: self.index)
    let calls = SessionCalls()
    let transport: any SessionCarrier =
      switch self.plan.wire {
      case .http2:
        GRPCCarrier(
          ports.map { port in
            { @Sendable in try access.transport(to: .ipv4(address: "127.0.0.1", port: port)) }
          })
      case .webSocket:
        WebSocketCarrier(
          ports.map { "ws://127.0.0.1:\($0)/v1/interact" }, over: NIOWebSockets())
      }
    let client = InteractionClient(TimedCarrier(transport, noting: calls), token: token)
    return await self.play(with: client, noting: calls)
  }

  private func play(with client: InteractionClient, noting calls: SessionCalls) async -> Log {
    let running = Task { try? await client.run() }
    var configuration = SessionConfiguration(
      sessionID: "chaos-\(self.plan.seed)-\(self.index)", clientName: "chaos", surface: .phone,
      skipsSamples: false, runsWithClock: false,
      wire: self.plan.wires[self.index % self.plan.wires.count],
      // Little backoff: connections that are cut at once would raise it, and the gaps would measure
      // the backoff instead of the recovery.
      reconnects: ReconnectPolicy(
        initialBackoff: .milliseconds(10), maximumBackoff: .milliseconds(50), timeout: .seconds(60))
    )
    configuration.records = true
    // Capacity for all events: any that the outbox conflated while offline could not be compared.
    configuration.outboxCapacity = 1 << 20
    let session = client.open(configuration)
    let states = Task { await Self.follow(session) }
    let player = Task { await self.send(into: session) }
    var log = Log(id: configuration.sessionID, directives: [], snapshot: Snapshot(settings: []))
    var model = ClientModel(Snapshot(settings: []))
    do {
      for try await update in session.updates {
        switch update {
        case .opened(let opened):
          // The sequence numbers of a restarted session begin at 1 again.
          model = ClientModel(opened.snapshot)
          log.directives = []
        case .directive(let directive, _):
          log.directives.append(directive)
          model.apply(directive)
        case .notice, .storeFailed: break
        }
      }
    } catch {
      log.error = "\(error)"
    }
    player.cancel()
    log.snapshot = model.snapshot
    log.recording = session.recording
    let followed = await states.value
    log.failures = followed.failures
    let openings = session.recording?.openings ?? []
    let first = session.firstEpoch ?? 1
    log.gaps = calls.gaps(zip(openings, followed.openedAt).map { ($0.epoch - first + 1, $1) })
    log.resumed = openings.count { $0.resumedAfter != nil }
    log.restarted = openings.compactMap(\.restart)
    client.shutDown()
    await running.value
    return log
  }

  /// Sends generated events until all planned faults have been injected.
  private func send(into session: InteractionSession) async {
    let start = ContinuousClock.now
    var generator = GeneratedEvents(seed: self.plan.seed, session: self.index)
    var sent = 0
    repeat {
      let event = generator.next()
      // If sending falls behind, event times follow the clock, as the engine's ticks do: an event
      // far behind them is malformed.
      let elapsed = Int64((ContinuousClock.now - start) / .microseconds(1))
      session.send(event.kind, at: max(event.time, Instant(microseconds: elapsed)))
      sent += 1
      let due = start + .seconds(Double(sent) / self.plan.eventsPerSecond)
      if due > .now { try? await Task.sleep(until: due, clock: .continuous) }
      if Task.isCancelled { return }
    } while !self.budget.isInterrupted
      && (!self.budget.isExhausted || !self.fates.areOver
        || ContinuousClock.now - start < self.plan.duration)
    session.finish()
  }

  /// Returns the times at which the session was open, and the failed connections by reason or
  /// status.
  private static func follow(
    _ session: InteractionSession
  ) async -> (openedAt: [ContinuousClock.Instant], failures: [String: Int]) {
    var openedAt: [ContinuousClock.Instant] = []
    var failures: [String: Int] = [:]
    for await state in session.connectionStates {
      switch state {
      case .reconnecting(_, _, let error):
        failures[error.reason.isEmpty ? "\(error.code)" : error.reason, default: 0] += 1
      case .open, .resumed, .restarted: openedAt.append(.now)
      case .connecting, .draining, .offline, .paused, .closed: break
      }
    }
    return (openedAt, failures)
  }
}

/// An endless sequence of generated sessions.
private struct GeneratedEvents {
  private let seed: UInt64
  private var round: UInt64 = 0
  private var events: ArraySlice<InteractionEvent> = []
  /// The start of the next session.
  private var offset = TimeSpan.zero

  init(seed: UInt64, session: Int) {
    self.seed = seed &* 1_000_003 &+ UInt64(session) &* 1_009
  }

  mutating func next() -> InteractionEvent {
    while true {
      if let event = self.events.popFirst() { return event }
      var generator = SessionGenerator(seed: self.seed &+ self.round)
      let trace = generator.trace(experience: "home-refined")
      let offset = self.offset
      self.events =
        trace.events.map { InteractionEvent(time: $0.time + offset, kind: $0.kind) }[...]
      self.offset = offset + trace.duration + .seconds(1)
      self.round += 1
    }
  }
}
