import InteractionChaos
import NIOCore
import NIOPosix

/// Runs a load, and measures it.
package struct LoadRun: Sendable {
  /// Observes the progress once per second.
  package typealias ProgressHandler = @Sendable (LoadProgress) -> Void

  private let plan: LoadPlan

  package init(_ plan: LoadPlan) {
    self.plan = plan
  }

  /// Runs the plan. If it is cancelled, returns the result so far.
  ///
  /// - Throws: ``LoadError`` if no server answers.
  package func run(watch: @escaping ProgressHandler = { _ in }) async throws -> LoadResult {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: self.plan.threads)
    do {
      let result = try await self.runWithFaults(on: Array(group.makeIterator()), watch)
      try await group.shutdownGracefully()
      return result
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
  }

  /// Runs the plan, through a proxy that injects its faults if it has any.
  private func runWithFaults(
    on loops: [any EventLoop], _ watch: @escaping ProgressHandler
  ) async throws -> LoadResult {
    guard let faults = self.plan.faults else {
      return try await self.run(on: loops, to: self.plan.target, watch).result
    }
    let target = ProxyTarget(host: self.plan.target.host, port: self.plan.target.port)
    return try await ChaosProxy.withProxy(to: target) { proxy, port in
      let harm = Task { try await faults.run(on: proxy) }
      defer { harm.cancel() }
      let proxied = self.plan.target.proxied(port: port)
      var (result, recovery, start) = try await self.run(on: loops, to: proxied, watch)
      harm.cancel()
      result.faultReport = LoadFaultReport(try await harm.value, recovery, since: start)
      return result
    }
  }

  private func run(
    on loops: [any EventLoop], to target: LoadEndpoint, _ watch: @escaping ProgressHandler
  ) async throws -> (result: LoadResult, recovery: LoadRecovery, start: UInt64) {
    // Created before the first connection, whose memory on the server has to be counted.
    let watcher = ServerUsageSampler(self.plan)
    let lines: [MakeConnections]
    do {
      lines = try await self.lines(to: target, on: loops)
    } catch {
      throw LoadError(
        .unreachable,
        "no engine is reachable at \(self.plan.target): \(error); start one with"
          + " 'interaction-engine serve', or set --address")
    }
    watcher.sample(atSecond: 0)
    let start = LoadSession.now
    let workers = zip(loops, lines).enumerated().map { part, own in
      RunningWorker(loop: own.0) { [plan] in
        LoadWorker(
          plan, part: part, of: loops.count, connections: own.1(), loop: own.0, start: start,
          onStop: watcher.workerEnded)
      }
    }
    let early = EarlyAbort(self.plan.objectives)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for second in 1... {
          try await Task.sleep(for: .seconds(1))
          watcher.sample(atSecond: second)
          var row = LoadSecond()
          for worker in workers { row.add(try await worker.second(second - 1)) }
          self.plan.metrics?.active(row.active)
          watch(LoadProgress(row, second: second, of: self.plan.endCondition))
          guard !early.isEmpty else { continue }
          let meter = try await self.meter(of: workers, since: start)
          if early.evaluate(self.result(meter, since: start)) {
            for worker in workers { worker.stop() }
          }
        }
      }
      try await withTaskCancellationHandler {
        for worker in workers { try await worker.end.get() }
      } onCancel: {
        for worker in workers { worker.stop() }
      }
      group.cancelAll()
    }
    let meter = try await self.meter(of: workers, since: start)
    for worker in workers { worker.close() }
    var result = self.result(meter, since: start)
    result.server = watcher.use(for: meter.counts.events)
    result.end =
      early.violatedObjective.map { .objectiveViolated($0) }
      ?? (Task.isCancelled ? .cancelled : .planned)
    return (result, meter.recovery, start)
  }

  /// Creates the connections of an event loop; called on it.
  private typealias MakeConnections = @Sendable () -> [any SessionConnection]

  private func lines(to target: LoadEndpoint, on loops: [any EventLoop]) async throws
    -> [MakeConnections]
  {
    switch target.wire {
    case .webSocket:
      for loop in loops { try await WebSocketSessionConnection.check(target, on: loop) }
      return loops.map { loop in { [WebSocketSessionConnection(to: target, on: loop)] } }
    case .http2:
      var connections: [[LoadConnection]] = Array(repeating: [], count: loops.count)
      for number in 0 ..< max(self.plan.connections, loops.count) {
        let part = number % loops.count
        connections[part].append(try await LoadConnection.open(to: target, on: loops[part]))
      }
      return connections.map { own in { own.map { HTTP2SessionConnection($0, to: target) } } }
    }
  }

  private func meter(
    of workers: [RunningWorker], since start: UInt64
  ) async throws -> LoadMeter {
    var meter = LoadMeter(start: start, warmUp: self.plan.warmUp)
    for worker in workers { meter.add(try await worker.meter()) }
    return meter
  }

  private func result(_ meter: LoadMeter, since start: UInt64) -> LoadResult {
    let took = LoadSession.now - start
    return LoadResult(
      meter, took: took, measured: took - min(self.plan.warmUp.nanoseconds, took),
      allowedLag: self.plan.maximumLag)
  }
}

/// A handle to a worker on its event loop.
private struct RunningWorker: Sendable {
  let end: EventLoopFuture<Void>
  private let loop: any EventLoop
  private let worker: NIOLoopBoundBox<LoadWorker?>

  init(loop: any EventLoop, _ make: @escaping @Sendable () -> LoadWorker) {
    let worker = NIOLoopBoundBox<LoadWorker?>.makeEmptyBox(eventLoop: loop)
    let end = loop.makePromise(of: Void.self)
    loop.execute {
      let made = make()
      worker.value = made
      made.run { end.succeed() }
    }
    (self.loop, self.worker, self.end) = (loop, worker, end.futureResult)
  }

  func stop() {
    self.loop.execute { [worker] in worker.value?.stop() }
  }

  func close() {
    self.loop.execute { [worker] in worker.value?.close() }
  }

  func second(_ index: Int) async throws -> LoadSecond {
    try await self.loop.submit { [worker] in
      let seconds = worker.value?.meter.seconds ?? []
      return index < seconds.count ? seconds[index] : LoadSecond()
    }.get()
  }

  func meter() async throws -> LoadMeter {
    try await self.loop.submit { [worker] in
      worker.value?.meter ?? LoadMeter(start: 0, warmUp: .zero)
    }.get()
  }
}
