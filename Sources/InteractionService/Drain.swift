public import InteractionCore
import InteractionFleet
import InteractionStream
import InteractionWire
import Logging
import Synchronization

/// The parameters of a drain.
@available(InteractionEngine 1.0, *)
public struct DrainPolicy: Hashable, Sendable {
  /// The time between failing health checks and the first moved session, for proxies that watch the
  /// server's health.
  public var notice = TimeSpan.zero
  /// The time after which remaining sessions are ended.
  public var deadline = TimeSpan.seconds(10)
  /// The number of sessions that leave per second, if the deadline allows it.
  public var sessionsPerSecond = 200

  public init() {}
}

/// The state of a server's drain: health checks fail, new sessions are refused, open ones move to
/// other servers a few at a time, and those that stay are ended.
@available(InteractionEngine 1.0, *)
final class Drain: Sendable {
  private enum Phase: Sendable {
    /// The server is not draining.
    ///
    /// Can transition to: ``draining(deadline:)``.
    case serving
    /// Sessions are leaving, up to the given server time.
    ///
    /// Can transition to: ``done``.
    case draining(deadline: Instant)
    /// No session is left.
    case done
  }

  private let phase = Mutex(Phase.serving)
  private let begun: AsyncStream<Void>
  private let beginning: AsyncStream<Void>.Continuation
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init() {
    (self.begun, self.beginning) = AsyncStream.makeStream()
    (self.ended, self.end) = AsyncStream.makeStream()
  }

  /// A Boolean value that indicates whether the drain has begun.
  var hasBegun: Bool {
    self.phase.withLock { phase in
      if case .serving = phase { return false }
      return true
    }
  }

  /// Begins the drain, unless it has begun already. Returns the deadline in force, and whether this
  /// call began it.
  func begin(within deadline: TimeSpan, at now: Instant) -> (deadline: Instant, isFirst: Bool) {
    let (deadline, isFirst) = self.phase.withLock { phase in
      switch phase {
      case .serving:
        phase = .draining(deadline: now + deadline)
        return (now + deadline, true)
      case .draining(let deadline):
        return (deadline, false)
      case .done:
        return (now, false)
      }
    }
    if isFirst { self.beginning.finish() }
    return (deadline, isFirst)
  }

  /// Waits until the drain has begun, or the task is cancelled. Supports one waiter.
  func waitForBeginning() async {
    for await _ in self.begun {}
  }

  /// Records that no session is left.
  func finish() {
    self.phase.withLock { $0 = .done }
    self.end.finish()
  }

  /// Waits until no session is left, or the task is cancelled. Supports one waiter.
  func wait() async {
    for await _ in self.ended {}
  }
}

@available(InteractionEngine 1.0, *)
extension Engine {
  /// The number of sessions between two yields of the task.
  private static let batch = 50

  /// Drains the server: moves every session to another server; ``waitUntilDrained()`` returns when
  /// none is left.
  ///
  /// - Parameter asked: The deadline; nil for the policy's.
  /// - Returns: The number of open sessions, and the time until the deadline in force.
  @discardableResult
  package func drain(within asked: TimeSpan? = nil) -> (sessions: Int, deadline: TimeSpan) {
    let now = self.clock.now
    let (deadline, isFirst) = self.drainage.begin(
      within: asked ?? self.drainPolicy.deadline, at: now)
    let sessions = self.registry.count
    if isFirst {
      self.health.stopServing()
      self.metrics.drainBegan()
      self.logger.notice(
        "draining",
        metadata: ["sessions": "\(sessions)", "seconds": "\(plain((deadline - now).seconds))"])
      Task { await self.sendAway(until: deadline) }
    }
    return (sessions, max(deadline - now, .zero))
  }

  /// Waits until a drain has begun, or the task is cancelled. Supports one waiter.
  package func waitUntilDraining() async {
    await self.drainage.waitForBeginning()
  }

  /// Waits until a drain has begun and no session is left.
  package func waitUntilDrained() async {
    await self.drainage.wait()
  }

  private func sendAway(until deadline: Instant) async {
    await self.pause(self.drainPolicy.notice, before: deadline)
    let streams = self.registry.streams().map(\.stream).shuffled()
    let left = max(deadline - self.clock.now, .zero)
    // Sessions are asked in the first half of the time; the second is for finishing their gestures.
    let wanted = Double(streams.count) / Double(max(self.drainPolicy.sessionsPerSecond, 1))
    let window = min(wanted, left.seconds / 2)
    for (index, stream) in streams.enumerated() {
      if index > 0, index % Self.batch == 0 { await Task.yield() }
      let leaveAfter = TimeSpan(microseconds: Int64(Double.random(in: 0 ... window) * 1e6))
      stream.drain(
        DrainMessage(leaveAfter: leaveAfter, endAfter: max(deadline - self.clock.now, .zero)))
    }
    while self.registry.count > 0, self.clock.now < deadline {
      await self.pause(.milliseconds(20), before: deadline)
    }
    let late = self.registry.streams().map(\.stream)
    for stream in late {
      stream.fail(.draining)
    }
    self.logger.notice("drained", metadata: ["terminated": "\(late.count)"])
    self.drainage.finish()
  }

  /// Moves the sessions that the ring assigns to other engines than `name`.
  ///
  /// - Parameter rooms: The free capacity of other engines, in sessions; unlimited for an engine
  ///   that is missing.
  /// - Returns: The number of sessions asked to move, and of those that stay for lack of capacity.
  func moveSessions(
    from name: String, by ring: HashRing, within rooms: [String: Int]
  ) -> (sent: Int, left: Int) {
    guard !self.isDraining, ring.engines.contains(name) else { return (0, 0) }
    let away = self.registry.streams { ring.owner(of: $0.routingKey) != name }
    let byOwner = Dictionary(grouping: away) { ring.owner(of: $0.entry.routingKey) ?? name }
    let streams = byOwner.flatMap { owner, sessions in
      sessions.prefix(rooms[owner] ?? .max).map(\.stream)
    }
    let left = away.count - streams.count
    if streams.isEmpty { return (0, left) }
    self.logger.notice(
      "moving sessions after a ring change",
      metadata: ["sessions": "\(streams.count)", "engines": "\(ring.engines.count)"])
    let deadline = self.drainPolicy.deadline
    let wanted = Double(streams.count) / Double(max(self.drainPolicy.sessionsPerSecond, 1))
    let window = min(wanted, deadline.seconds / 2)
    for stream in streams {
      let leaveAfter = TimeSpan(microseconds: Int64(Double.random(in: 0 ... window) * 1e6))
      stream.drain(DrainMessage(leaveAfter: leaveAfter, endAfter: deadline))
    }
    return (streams.count, left)
  }

  private func pause(_ span: TimeSpan, before deadline: Instant) async {
    try? await self.clock.sleep(until: min(self.clock.now + span, deadline))
  }
}
