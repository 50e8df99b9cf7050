import GRPCCore
import InteractionCore
import InteractionIdentity
import InteractionStream
import InteractionWire
import SwiftProtobuf
import Synchronization

/// The driver of a stream on tasks: one reads, one writes, one runs the timer.
@available(InteractionEngine 1.0, *)
struct StreamTasks: Sendable {
  let stream: LiveStream
  /// Signals that packets are queued.
  private let outputs: AsyncStream<Void>
  /// Finishes when the stream ends.
  private let ends: AsyncStream<Void>
  private let timer: Timer

  /// The timer's sleeping task, which is cancelled to wake it early.
  private final class Timer: Sendable {
    let sleeper = Mutex<Task<Void, Never>?>(nil)
  }

  init(engine: Engine, caller: Caller, peer: String, routingKey: String?, trace: TraceID?) {
    let (outputs, output) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (ends, end) = AsyncStream<Void>.makeStream()
    let timer = Timer()
    (self.outputs, self.ends, self.timer) = (outputs, ends, timer)
    self.stream = LiveStream(
      engine: engine, caller: caller, peer: peer, routingKey: routingKey, trace: trace
    ) { ring in
      if ring.contains(.output) { output.yield() }
      if ring.contains(.deadline) { timer.sleeper.withLock { $0?.cancel() } }
      if ring.contains(.end) { end.finish() }
    }
  }

  /// Reads frames until the client or the stream ends.
  func read(_ frames: some AsyncSequence<RequestFrame, any Error> & Sendable) async {
    do {
      for try await frame in frames {
        if await !self.pass(frame) { return }
      }
      self.stream.receiveEnd()
    } catch let error as StreamError {
      self.stream.fail(error)
    } catch {
      // The client has disconnected.
      self.stream.receiveEnd(isClean: false)
    }
  }

  /// Receives the `open` of a unary call.
  func open(_ open: Interaction_V1_Open) async {
    await self.receive(.with { $0.open = open }) { _ = await self.pass($0) }
  }

  /// Receives the frame of a unary call.
  ///
  /// - Throws: `OVERLOADED` if the session is throttled for too long.
  func receive(_ message: Proto.Request, in context: ServerContext) async throws {
    try await self.receive(message) { frame in
      if let wait = try self.stream.reserveTurn(costing: frame.cost) {
        let isOver: Void? = try await untilCancelled(context) {
          try await Task.sleep(for: .microseconds(wait.microseconds))
        }
        guard isOver != nil else { return }
      }
      if case .verify(let token) = self.stream.receive(frame, costing: 0).reading {
        _ = await self.stream.refresh(token)
      }
    }
  }

  private func receive(
    _ message: Proto.Request, _ act: (RequestFrame) async throws -> Void
  ) async rethrows {
    let frame: RequestFrame
    do throws(Violation) {
      frame = try RequestFrame(message)
    } catch {
      self.stream.fail(StreamError(malformed: error))
      return
    }
    try await act(frame)
  }

  /// Receives a frame. Returns whether reading continues.
  private func pass(_ frame: RequestFrame) async -> Bool {
    var reading = self.stream.receive(frame, costing: frame.cost).reading
    if case .verify(let token) = reading { reading = await self.stream.refresh(token) }
    switch reading {
    case .proceed, .verify: return true
    case .stop: return false
    case .throttled(let time):
      return (try? await Task.sleep(for: .microseconds(time.microseconds))) != nil
    }
  }

  /// Writes the queued packets in order, until the end of the stream or the task's cancellation.
  func deliver(to write: (LiveStream.Packet) async throws -> Void) async throws {
    for await _ in self.outputs {
      for packet in self.stream.packets() {
        try await write(packet)
        if case .end = packet { return }
      }
    }
  }

  /// Waits until the stream has ended and a client that does not read has had
  /// ``StreamLimits/endTimeout``; then throws, so that the end no longer waits for the writer.
  func waitForEnd() async throws {
    for await _ in self.ends {}
    try await Task.sleep(for: .microseconds(self.stream.engine.limits.endTimeout.microseconds))
    throw self.stream.progress.error
      ?? StreamError(.slowConsumer, "the client did not read the end of the stream")
  }

  /// Runs the timer until the task is cancelled.
  func runTimer() async {
    let clock = self.stream.clock
    while !Task.isCancelled, let wake = self.stream.setTimer() {
      let sleeper = Task { _ = try? await clock.sleep(until: wake) }
      self.timer.sleeper.withLock { $0 = sleeper }
      // The deadline may have changed before the sleeper was set.
      if self.stream.wakesLate { sleeper.cancel() }
      await withTaskCancellationHandler {
        await sleeper.value
      } onCancel: {
        sleeper.cancel()
      }
      self.stream.timerFired()
    }
  }
}
