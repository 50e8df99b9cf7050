import Synchronization

/// Samples a server's resource usage during a load.
final class ServerUsageSampler: Sendable {
  private struct State {
    /// The last sample of the warm-up.
    var begin: ServerProcess.ResourceUsage?
    /// The newest sample.
    var last: ServerProcess.ResourceUsage?
    var memoryBefore = 0
    var mostMemory = 0
    /// The number of workers that have not ended.
    var running: Int
  }

  private let process: ServerProcess?
  private let warmUpSeconds: Int
  private let state: Mutex<State>

  init(_ plan: LoadPlan) {
    self.process = plan.server
    self.warmUpSeconds = Int(plan.warmUp.components.seconds)
    let use = plan.server?.resourceUsage
    self.state = Mutex(
      State(
        begin: use, last: use, memoryBefore: use?.residentBytes ?? 0,
        mostMemory: use?.residentBytes ?? 0,
        running: plan.threads))
  }

  /// Takes a sample, `second` seconds after the start.
  func sample(atSecond second: Int) {
    self.state.withLock { state in
      guard state.running > 0, let use = self.process?.resourceUsage else { return }
      if second <= self.warmUpSeconds { state.begin = use }
      state.last = use
      state.mostMemory = max(state.mostMemory, use.residentBytes)
    }
  }

  /// Takes a sample as a worker stops. The cost of closing sessions after the last of them is not
  /// counted.
  func workerEnded() {
    self.sample(atSecond: .max)
    self.state.withLock { $0.running -= 1 }
  }

  /// Returns the usage for a number of events; nil if no server was sampled.
  func use(for events: Int) -> ServerUsage? {
    self.state.withLock { state in
      guard let begin = state.begin, let last = state.last else { return nil }
      let processor = last.cpuSeconds - begin.cpuSeconds
      return ServerUsage(
        seconds: Double(last.time - begin.time) / 1e9,
        processorSeconds: processor,
        processorPerEvent: events > 0 ? processor * 1e6 / Double(events) : nil,
        kernelPerEvent: events > 0
          ? (last.systemSeconds - begin.systemSeconds) * 1e6 / Double(events) : nil,
        eventsPerCore: events > 0 && processor > 0 ? Double(events) / processor : nil,
        memoryBefore: state.memoryBefore, mostMemory: state.mostMemory)
    }
  }
}
