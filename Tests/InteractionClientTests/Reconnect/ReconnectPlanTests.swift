import GRPCCore
import InteractionCore
import InteractionRandom
import InteractionReplay
import InteractionService
import InteractionStream
import Testing

@testable import InteractionClient

@Suite("Reconnect: whether, when and where")
struct ReconnectPlanTests {
  private static func plan(_ policy: ReconnectPolicy? = .standard, endpoints: Int = 1)
    -> ReconnectPlan
  {
    ReconnectPlan(
      policy: policy, endpoints: endpoints, generator: SeededGenerator(seed: 1))
  }

  private static func error(_ reason: String, _ code: InteractionError.Code = .unavailable)
    -> InteractionError
  {
    InteractionError(code: code, reason: reason, message: "")
  }

  private static let start = MonotonicTime.now

  @Test("every reason of the contract has its remedy", arguments: StreamError.Reason.allCases)
  func reasons(reason: StreamError.Reason) {
    let expected: InteractionError.RetryAdvice =
      switch reason {
      case .draining, .overloaded, .slowConsumer, .heartbeatLost, .tooManyEvents,
        .tooManySessions, .simulationsBusy, .openTimeout, .sequenceGap, .unknownSession, .diverged:
        .retry
      case .tokenMissing, .tokenInvalid, .tokenExpired: .newToken
      case .openRequired, .alreadyOpen, .malformedFrame, .tooManyMalformedEvents, .frameTooLarge,
        .unknownExperience, .invalidArgument, .commandIDReused, .idle, .tooManyDirectives,
        .foreignCheckpoint,
        .roleMissing, .foreignSession, .endedByOperator, .superseded, .simulationTooLong,
        .recordingOff, .notRecorded:
        .none
      }
    let code = InteractionError.Code(rawValue: reason.code.rawValue)
    #expect(Self.error(reason.rawValue, code ?? .unknown).remedy == expected)
  }

  @Test("errors without a known reason follow from their status code")
  func codes() {
    let again: [InteractionError.Code] = [
      .unavailable, .deadlineExceeded, .internalError, .unknown, .aborted,
    ]
    let none: [InteractionError.Code] = [
      .invalidArgument, .unimplemented, .permissionDenied, .notFound,
    ]
    #expect(again.allSatisfy { Self.error("", $0).remedy == .retry })
    #expect(none.allSatisfy { Self.error("", $0).remedy == .none })
    #expect(Self.error("", .unauthenticated).remedy == .newToken)
    #expect(Self.error("FROM_THE_FUTURE").remedy == .none)
  }

  @Test("waits are random up to twice as much each time, never above the cap")
  func jitter() {
    for seed in UInt64(0) ..< 50 {
      var generator = SeededGenerator(seed: seed)
      let policy = ReconnectPolicy()
      for attempt in 1 ... 40 {
        let limit = min(TimeSpan.milliseconds(250 << min(attempt - 1, 10)), .seconds(20))
        let wait = policy.delay(before: attempt, asked: nil, using: &generator)
        #expect(.zero ... limit ~= wait, "attempt \(attempt)")
        let asked = policy.delay(before: attempt, asked: .seconds(7), using: &generator)
        #expect(.seconds(7) ... .seconds(7) + limit ~= asked, "attempt \(attempt)")
      }
    }
    var generator = SeededGenerator(seed: 3)
    let waits = (0 ..< 200).map { _ in
      ReconnectPolicy().delay(before: 3, asked: nil, using: &generator)
    }
    #expect(Set(waits).count > 190 && waits.max() ?? .zero > .milliseconds(900))
    for asked in [TimeSpan.seconds(Int64.max), .seconds(Int64.min)] {
      let wait = ReconnectPolicy().delay(before: 1, asked: asked, using: &generator)
      #expect(.zero ... .seconds(3_601) ~= wait, "asked for \(asked)")
    }
  }

  @Test("engines are tried in order, at once; after a round without success it waits")
  func endpoints() {
    var plan = Self.plan(endpoints: 3)
    var tried = [plan.endpoint]
    var atOnce: [Bool] = []
    for _ in 0 ..< 6 {
      atOnce.append(plan.next(after: Self.error(""), at: Self.start) == .wait(.zero))
      tried.append(plan.endpoint)
    }
    #expect(tried == [0, 1, 2, 0, 1, 2, 0])
    #expect(atOnce == [true, true, false, true, true, false])
    plan.succeed(for: .seconds(1))
    #expect(plan.failures == 0)
    // The client's own fault is not the endpoint's.
    _ = plan.next(after: Self.error("SLOW_CONSUMER", .resourceExhausted), at: Self.start)
    #expect(plan.endpoint == 0)
    plan.selectNextEndpoint()
    #expect(plan.endpoint == 1)
  }

  @Test("after OVERLOADED a proxy is given another key, until the session is sent elsewhere")
  func keys() {
    var plan = Self.plan()
    let errors = ["OVERLOADED", "TOO_MANY_SESSIONS", "OVERLOADED", "", "OVERLOADED"]
    let variants = errors.map { reason in
      _ = plan.next(after: Self.error(reason), at: Self.start)
      return plan.keyVariant
    }
    #expect(variants == [1, 1, 2, 0, 1])
    plan.succeed(for: .seconds(1))
    #expect(plan.keyVariant == 1)
    plan.selectNextEndpoint()
    #expect(plan.keyVariant == 0)
  }

  @Test("the server's retry delay is honoured", arguments: [1, 2, 3])
  func asked(endpoints: Int) {
    var plan = Self.plan(endpoints: endpoints)
    var busy = Self.error("TOO_MANY_SESSIONS", .resourceExhausted)
    busy.retryDelay = .seconds(5)
    guard case .wait(let delay) = plan.next(after: busy, at: Self.start) else {
      Issue.record("it gave up")
      return
    }
    #expect(delay >= .seconds(5))
    var overloaded = Self.error("OVERLOADED")
    overloaded.retryDelay = .seconds(3)
    var round = Self.plan(endpoints: endpoints)
    let waits = (0 ..< endpoints).map { _ in round.next(after: overloaded, at: Self.start) }
    guard case .wait(let last) = waits.last else { return }
    #expect(last >= .seconds(3))
    #expect(waits.dropLast().allSatisfy { $0 == .wait(.zero) })
  }

  @Test("patience has an end, a new token is tried once, and some never try")
  func end() {
    var plan = Self.plan(ReconnectPolicy(timeout: .seconds(60)))
    #expect(plan.next(after: Self.error(""), at: Self.start) != .giveUp)
    #expect(plan.next(after: Self.error(""), at: Self.start + .seconds(59)) != .giveUp)
    #expect(plan.next(after: Self.error(""), at: Self.start + .seconds(60)) == .giveUp)
    plan.succeed(for: .seconds(1))
    #expect(plan.next(after: Self.error(""), at: Self.start + .seconds(61)) != .giveUp)
    let expired = Self.error("TOKEN_EXPIRED", .unauthenticated)
    var proving = Self.plan()
    #expect(proving.next(after: expired, at: Self.start) == .wait(.zero))
    #expect(proving.next(after: Self.error(""), at: Self.start) != .giveUp)
    #expect(proving.next(after: expired, at: Self.start) == .giveUp)
    proving.succeed(for: .seconds(1))
    #expect(proving.next(after: expired, at: Self.start) == .wait(.zero))
    var never = Self.plan(nil)
    #expect(never.next(after: Self.error(""), at: Self.start) == .giveUp)
  }
}
