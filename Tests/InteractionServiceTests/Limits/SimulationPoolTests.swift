import Foundation
import InteractionCore
import Synchronization
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Limits: simulations take turns")
struct SimulationPoolTests {
  /// Work that runs until the gate is opened, or its caller is cancelled.
  private final class BlockingWork: Sendable {
    let isOpen = SimulationPool.CancellationFlag()
    let begun = Mutex(0)

    func work(_ caller: SimulationPool.CancellationFlag) throws -> Bool {
      self.begun.withLock { $0 += 1 }
      while !self.isOpen.isSet {
        if caller.isSet { throw CancellationError() }
        Thread.sleep(forTimeInterval: 0.001)
      }
      return !Thread.isMainThread
    }

    /// Waits until this number of simulations have begun.
    func wait(for count: Int) async {
      while self.begun.withLock({ $0 }) < count { await Task.yield() }
    }
  }

  private static func desk(running: Int, waiting: Int) -> SimulationPool {
    var limits = SimulationLimits()
    (limits.running, limits.waiting) = (running, waiting)
    return SimulationPool(limits: limits)
  }

  @Test("so many run, so many wait, and one more is refused with a delay")
  func queue() async throws {
    let (desk, gate) = (Self.desk(running: 2, waiting: 3), BlockingWork())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      // Independent of whether a thread has begun.
      for _ in 1 ... 5 { group.addTask { try await desk.run(gate.work) } }
      while desk.waitingCount < 3 { await Task.yield() }
      let refusal = await #expect(throws: StreamError.self) { try await desk.run(gate.work) }
      #expect(refusal?.reason == .simulationsBusy)
      #expect(refusal?.retryDelay != nil)
      await gate.wait(for: 2)
      #expect(gate.begun.withLock { $0 } == 2)
      gate.isOpen.set()
      var ended = 0
      for try await isElsewhere in group {
        ended += 1
        #expect(isElsewhere)
      }
      #expect(ended == 5)
    }
    // A slot is free again.
    #expect(try await desk.run { _ in 7 } == 7)
  }

  @Test("a cancelled simulation ends, running or queued, and frees its slot")
  func cancellation() async throws {
    let (desk, gate) = (Self.desk(running: 1, waiting: 1), BlockingWork())
    let running = Task { try await desk.run(gate.work) }
    await gate.wait(for: 1)
    let waiting = Task { try await desk.run(gate.work) }
    while desk.waitingCount < 1 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(desk.waitingCount == 0)
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await desk.run(gate.work)
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(try await desk.run { _ in 7 } == 7)
    #expect(gate.begun.withLock { $0 } <= 2)
  }
}
