import InteractionExperience
import InteractionReplay
import InteractionTrace
import InteractionWire
import NIOCore
import NIOEmbedded
import SwiftProtobuf
import Testing

@testable import InteractionLoad

@Suite("The end of a session whose directives have not come in time")
struct LoadSessionTests {
  /// Records what a session sends.
  private final class Call: LoadCall {
    private(set) var isFinished = false
    /// The number of messages after the half-close.
    private(set) var lateMessages = 0

    func write(_ message: ByteBuffer) { if self.isFinished { self.lateMessages += 1 } }
    func flush() {}
    func finish() { self.isFinished = true }
    func cancel() {}
  }

  /// Makes no calls.
  private final class Connection: SessionConnection {
    let loop: any EventLoop
    let problem: NetworkError? = nil

    init(on loop: any EventLoop) { self.loop = loop }

    func makeCall(for session: LoadSession, token: String?) -> EventLoopFuture<Void> {
      self.loop.makeSucceededVoidFuture()
    }

    func close() {}
  }

  /// A session that has sent everything, got no directive in time, and half-closed its call.
  private final class LateSession {
    let call = Call()
    let session: LoadSession
    private let loop = EmbeddedEventLoop()
    private let worker: LoadWorker

    init(comesBack: Bool = false) throws {
      let trace = try BundledTrace.tapBar.trace
      let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
      let script = try LoadScript(trace, name: "test", experience: experience)
      var plan = LoadPlan(
        target: LoadEndpoint(host: "127.0.0.1", port: 1), scripts: LoadMix([(script, 1)]),
        stages: [], name: "test")
      plan.maximumStartDelay = .zero
      let connection = Connection(on: self.loop)
      self.worker = LoadWorker(
        plan, part: 0, of: 1, connections: [connection], loop: self.loop, start: LoadSession.now,
        onStop: {})
      self.session = LoadSession(
        id: "test", number: 1, script: script, pace: .window(.max), worker: self.worker,
        connection: connection, comesBack: comesBack)
      self.session.callBegan(self.call)
      self.session.call(self.call, received: Proto.Response.with { $0.opened = .init() })
      self.loop.advanceTime(by: self.worker.directiveTimeout)
    }

    deinit {
      // The loop must have no tasks left when it is released.
      self.session.timer?.cancel()
    }

    var expected: [LoadScript.ExpectedDirective] { self.session.script.expectedDirectives }
    var meter: LoadMeter { self.worker.meter }

    func receiveAll() {
      self.session.call(
        self.call,
        received: Proto.Response.with {
          $0.directives = self.expected.map(\.directive)
          $0.ackedEvent = self.session.script.frames.last?.lastEvent ?? 0
        })
    }
  }

  @Test("Those that come before the server ends the call are not missing, and not acknowledged")
  func late() throws {
    let late = try LateSession()
    #expect(late.call.isFinished)
    #expect(late.session.phase == .finished)
    late.receiveAll()
    late.session.callEnded(late.call, .ok)
    #expect(late.call.lateMessages == 0)
    #expect(late.session.phase == .ended)
    #expect(late.meter.counts.directives == late.expected.count)
    #expect(late.meter.counts.mismatches == 0, "\(late.meter.mismatchDescriptions)")
    #expect(late.meter.counts.allErrors == 0)
  }

  @Test("Those that have not come when the server ends the call are missing")
  func missing() throws {
    let late = try LateSession()
    #expect(late.meter.counts.mismatches == 0)
    late.session.callEnded(late.call, .ok)
    #expect(late.meter.counts.mismatches == late.expected.count)
    #expect(late.meter.mismatchDescriptions.count == 1)
    #expect(late.meter.mismatchDescriptions.allSatisfy { $0.contains("are missing") })
    #expect(late.meter.counts.allErrors == 0)
  }

  @Test("A call that fails tells nothing about directives: it counts as an error only")
  func failed() throws {
    let late = try LateSession()
    late.session.callEnded(late.call, .missingTrailers)
    #expect(late.session.phase == .ended)
    #expect(late.meter.counts.mismatches == 0)
    #expect(late.meter.counts.allErrors == 1)
  }

  @Test("After a cut, a session comes back for what is missing", arguments: [false, true])
  func comesBack(isComplete: Bool) throws {
    let late = try LateSession(comesBack: true)
    if isComplete { late.receiveAll() }
    late.session.callEnded(late.call, .missingTrailers)
    let phase: LoadSession.Phase = isComplete ? .ended : .opening
    #expect(late.session.phase == phase)
    #expect(late.meter.counts.mismatches == 0)
    #expect(late.meter.counts.allErrors == 0)
  }
}
