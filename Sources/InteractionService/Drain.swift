public import InteractionCore
import InteractionFleet
import InteractionStream
import InteractionWire
import Logging
import Synchronization

/// How a server sends its sessions elsewhere before it ends.
@available(InteractionEngine 1.0, *)
public struct DrainPolicy: Hashable, Sendable {
  /// How long proxies that watch the server's health have to take note before sessions are told.
  public var notice = TimeSpan.zero
  /// When the sessions that are still there are cut off.
  public var deadline = TimeSpan.seconds(10)
  /// How many sessions per second leave, if the deadline allows that.
  public var leavesPerSecond = 200

  public init() {}
}

/// A server's way down: it says so, takes on nothing more, sends its sessions elsewhere a few at a
/// time, and cuts off those that stay.
@available(InteractionEngine 1.0, *)
final class Drain: Sendable {
  private enum Phase: Sendable {
    /// It serves.
    ///
    /// Can transition to: ``leaving(deadline:)``.
    case serving
    /// Sessions leave; the deadline is in server time.
    ///
    /// Can transition to: ``done``.
    case leaving(deadline: Instant)
    /// None is left.
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

  /// Whether it has begun.
  var hasBegun: Bool {
    self.phase.withLock { phase in
      if case .serving = phase { return false }
      return true
    }
  }

  /// Begins, unless it has begun already. Returns the deadline that holds, and whether this was the
  /// beginning.
  func begin(within deadline: TimeSpan, at now: Instant) -> (deadline: Instant, isFirst: Bool) {
    let (deadline, isFirst) = self.phase.withLock { phase in
      switch phase {
      case .serving:
        phase = .leaving(deadline: now + deadline)
        return (now + deadline, true)
      case .leaving(let deadline):
        return (deadline, false)
      case .done:
        return (now, false)
      }
    }
    if isFirst { self.beginning.finish() }
    return (deadline, isFirst)
  }

  /// Waits until it has begun, or the task is cancelled. For one waiter.
  func waitForBeginning() async {
    for await _ in self.begun {}
  }

  /// No session is left.
  func finish() {
    self.phase.withLock { $0 = .done }
    self.end.finish()
  }

  /// Waits until no session is left, or the task is cancelled. For one waiter.
  func wait() async {
    for await _ in self.ended {}
  }
}

@available(InteractionEngine 1.0, *)
extension Engine {
  /// How many sessions are told to leave at once.
  private static let batch = 50

  /// Sends every session elsewhere; ``waitUntilDrained()`` comes back when none is left.
  ///
  /// - Returns: How many there are, and how long the last of them has.
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

  /// Waits until a drain has begun, or the task is cancelled. For one waiter.
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
    // Every session has the second half of the time for coming to the end of a gesture.
    let wanted = Double(streams.count) / Double(max(self.drainPolicy.leavesPerSecond, 1))
    let window = min(wanted, left.seconds / 2)
    for (index, stream) in streams.enumerated() {
      if index > 0, index % Self.batch == 0 { await Task.yield() }
      let leaveAfter = TimeSpan(microseconds: Int64(Double.random(in: 0 ... window) * 1e6))
      stream.drain(
        DrainPart(leaveAfter: leaveAfter, deadline: max(deadline - self.clock.now, .zero)))
    }
    while self.registry.count > 0, self.clock.now < deadline {
      await self.pause(.milliseconds(20), before: deadline)
    }
    let late = self.registry.streams().map(\.stream)
    for stream in late {
      stream.fail(.leaving)
    }
    self.logger.notice("drained", metadata: ["cut off": "\(late.count)"])
    self.drainage.finish()
  }

  /// Sends the sessions to where they belong that belong to other engines than `name`.
  ///
  /// - Parameter rooms: To how many sessions these engines have room; to any number, if that is not
  ///   known.
  /// - Returns: How many are sent, and how many are left since there is no room.
  func sendAway(
    from name: String, by ring: HashRing, within rooms: [String: Int]
  ) -> (sent: Int, left: Int) {
    guard !self.isDraining, ring.engines.contains(name) else { return (0, 0) }
    let away = self.registry.streams { ring.owner(of: $0.key) != name }
    let byOwner = Dictionary(grouping: away) { ring.owner(of: $0.entry.key) ?? name }
    let streams = byOwner.flatMap { owner, sessions in
      sessions.prefix(rooms[owner] ?? .max).map(\.stream)
    }
    let left = away.count - streams.count
    if streams.isEmpty { return (0, left) }
    self.logger.notice(
      "sending sessions to the engines that they belong to",
      metadata: ["sessions": "\(streams.count)", "engines": "\(ring.engines.count)"])
    let deadline = self.drainPolicy.deadline
    let wanted = Double(streams.count) / Double(max(self.drainPolicy.leavesPerSecond, 1))
    let window = min(wanted, deadline.seconds / 2)
    for stream in streams {
      let leaveAfter = TimeSpan(microseconds: Int64(Double.random(in: 0 ... window) * 1e6))
      stream.drain(DrainPart(leaveAfter: leaveAfter, deadline: deadline))
    }
    return (streams.count, left)
  }

  private func pause(_ span: TimeSpan, before deadline: Instant) async {
    try? await self.clock.sleep(until: min(self.clock.now + span, deadline))
  }
}
