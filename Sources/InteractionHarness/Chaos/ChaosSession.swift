import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionChaos
import InteractionClient
import InteractionCore
import InteractionTrace
import Synchronization

/// One made-up session that loses its connections, and what its client saw.
struct ChaosSession: Sendable {
  /// What its client saw.
  struct Log: Sendable {
    var id: String
    var recording: SessionRecording?
    var directives: [Directive]
    var shown: Snapshot
    /// From each loss of the connection until the session was open again.
    var gaps: [Duration]
    /// How often its connections were cut.
    var cuts = 0
    /// Times that it was resumed, and began anew.
    var resumed = 0
    var restarted: [RestartReason] = []
    /// Why connections failed, by reason or status.
    var failures: [String: Int] = [:]
    /// How it ended, if not well.
    var error: String?
  }

  let index: Int
  let plan: ChaosPlan
  /// Where the engines listen.
  let ports: [Int]

  /// Runs it, each engine behind a proxy of its own that cuts by the session's schedule.
  func run() async throws -> Log {
    var proxies: [ChaosProxy] = []
    var endpoints: [Int] = []
    var settings = ChaosSettings()
    settings.lingerTime = .milliseconds(20)
    let budget = CutBudget(self.plan.cuts)
    for (engine, port) in self.ports.enumerated() {
      let schedule = ChaosSchedule(
        seed: self.plan.seed, stream: UInt64(self.index * 16 + engine), bytes: self.plan.cutBytes)
      let proxy = ChaosProxy(
        target: InteractionChaos.Target(port: port),
        faults: { budget.isSpent ? .none : schedule.faults(connection: $0) },
        settings: settings)
      proxies.append(proxy)
      budget.watch(proxy)
      endpoints.append(try await proxy.start())
    }
    // Not everybody prefers the same engine.
    let shift = self.index % max(endpoints.count, 1)
    var log = await self.play(
      over: Array(endpoints[shift...] + endpoints[..<shift]), until: budget)
    log.cuts = budget.spent
    for proxy in proxies { await proxy.stop() }
    return log
  }

  private func play(over ports: [Int], until budget: CutBudget) async -> Log {
    let client = InteractionClient(
      endpoints: ports.map { port in
        {
          try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
        }
      })
    let running = Task { try? await client.run() }
    var configuration = SessionConfiguration(
      sessionID: "chaos-\(self.plan.seed)-\(self.index)", clientName: "chaos", environment: .phone,
      skipsSamples: false, runsWithClock: false,
      wire: self.plan.wires[self.index % self.plan.wires.count],
      reconnects: ReconnectPolicy(base: .milliseconds(10), cap: .milliseconds(300)))
    configuration.records = true
    // What is left out while the connection is down could not be compared.
    configuration.outboxCapacity = 1 << 20
    let session = client.open(configuration)
    let states = Task { await Self.follow(session) }
    let player = Task { await self.send(into: session, until: budget) }
    var log = Log(
      id: configuration.sessionID, directives: [], shown: Snapshot(settings: []), gaps: [])
    var model = ClientModel(Snapshot(settings: []))
    do {
      for try await update in session.updates {
        switch update {
        case .opened(let opened):
          // A session that began anew counts from 1 again.
          model = ClientModel(opened.snapshot)
          log.directives = []
        case .directive(let directive):
          log.directives.append(directive)
          model.apply(directive)
        case .notice: break
        }
      }
    } catch {
      log.error = "\(error)"
    }
    player.cancel()
    log.shown = model.snapshot
    log.recording = session.recording
    let followed = await states.value
    log.gaps = followed.gaps
    log.failures = followed.failures
    let openings = session.recording?.openings ?? []
    log.resumed = openings.count { $0.resumedAfter != nil }
    log.restarted = openings.compactMap(\.restart)
    client.shutDown()
    await running.value
    return log
  }

  /// Sends made-up events until everything has happened that was planned.
  private func send(into session: InteractionSession, until budget: CutBudget) async {
    let start = ContinuousClock.now
    var sent = 0
    var offset = TimeSpan.zero
    var round: UInt64 = 0
    while !Task.isCancelled {
      let seed = self.plan.seed &* 1_000_003 &+ UInt64(self.index) &* 1_009 &+ round
      var generator = SessionGenerator(seed: seed)
      let trace = generator.trace(experience: "home-refined")
      for event in trace.events {
        session.send(event.kind, at: event.time + offset)
        sent += 1
        let due = start + .seconds(Double(sent) / self.plan.eventsPerSecond)
        if due > .now { try? await Task.sleep(until: due, clock: .continuous) }
        if Task.isCancelled { return }
      }
      offset = offset + trace.duration + .seconds(1)
      round += 1
      if budget.isSpent, ContinuousClock.now - start >= self.plan.duration { break }
    }
    session.finish()
  }

  /// How long the session was without a connection, each time.
  private static func follow(
    _ session: InteractionSession
  ) async -> (gaps: [Duration], failures: [String: Int]) {
    var gaps: [Duration] = []
    var failures: [String: Int] = [:]
    var lost: ContinuousClock.Instant?
    for await state in session.connectionStates {
      switch state {
      case .reconnecting(_, _, let error):
        lost = lost ?? .now
        failures[error.reason.isEmpty ? "\(error.code)" : error.reason, default: 0] += 1
      case .open, .resumed, .restarted:
        if let since = lost { gaps.append(.now - since) }
        lost = nil
      case .connecting, .draining, .offline, .closed: break
      }
    }
    return (gaps, failures)
  }
}

/// How often a session's connections are still to be cut, whichever engine they lead to.
private final class CutBudget: Sendable {
  private let cuts: Int
  private let proxies = Mutex<[ChaosProxy]>([])

  init(_ cuts: Int) {
    self.cuts = cuts
  }

  func watch(_ proxy: ChaosProxy) {
    self.proxies.withLock { $0.append(proxy) }
  }

  /// How often they have been cut.
  var spent: Int { self.proxies.withLock { $0.reduce(0) { $0 + $1.counters.cuts } } }

  var isSpent: Bool { self.spent >= self.cuts }
}
