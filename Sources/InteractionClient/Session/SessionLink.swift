import InteractionCore
import InteractionWire

/// One connection of a session: what wakes its writer, and what ends it from outside.
@available(InteractionEngine 1.0, *)
struct SessionLink: Sendable {
  /// Something may be there to send.
  let wakeups: AsyncStream<Void>
  /// Why the connection is given up.
  let interruptions: AsyncStream<InteractionError>
  private let wakeup: AsyncStream<Void>.Continuation
  private let interruption: AsyncStream<InteractionError>.Continuation
  /// Counts the session's connections, from 1.
  let epoch: UInt64

  init(epoch: UInt64) {
    self.epoch = epoch
    (self.wakeups, self.wakeup) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.interruptions, self.interruption) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(1))
  }

  func wake() {
    self.wakeup.yield()
  }

  func interrupt(_ error: InteractionError) {
    self.interruption.yield(error)
  }
}

/// When a session leaves a server that has sent it elsewhere.
@available(InteractionEngine 1.0, *)
struct Leaving: Sendable {
  /// Not before this.
  let after: ContinuousClock.Instant
  /// In the middle of a gesture, too, from then on.
  let atLast: ContinuousClock.Instant

  /// What the server has asked for at `now`: half a second before it ends the stream itself, the
  /// client has left.
  init(_ drain: DrainPart, at now: ContinuousClock.Instant) {
    let last = max((drain.deadline + .milliseconds(-500)).microseconds, 0)
    self.after = now + .microseconds(min(max(drain.leaveAfter.microseconds, 0), last))
    self.atLast = now + .microseconds(last)
  }
}
