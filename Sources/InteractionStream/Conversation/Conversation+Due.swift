import InteractionCore
import InteractionWire

@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// The timers of a conversation, in the order in which simultaneous ones are handled.
  enum TimerKind: UInt8, CaseIterable {
    /// No frame has arrived for the heartbeat timeout.
    case heartbeatTimeout
    /// No event has arrived for the idle timeout.
    case idleTimeout
    /// Directives wait or are overdue, and the client acknowledges none.
    case stall
    /// A resumed session has not caught up with its client in time.
    case catchUpTimeout
    /// The token has expired and was not refreshed.
    case expiry
    /// The client was told to move to another server, and has not.
    case drainDeadline
    /// A deadline of the session has passed without a client's tick (rule S5).
    case serverTick
    /// Applied events must be acknowledged, and held movements applied.
    case acknowledgement
    /// The client must be asked to refresh its token.
    case expiryWarning
    /// The client must get a checkpoint.
    case checkpoint
  }

  /// Returns the server time at which a timer fires; nil if it is not set.
  @inline(__always)
  func time(of due: TimerKind, by context: SessionStream.Context) -> Instant? {
    switch due {
    case .heartbeatTimeout:
      let silence =
        context.limits.heartbeatInterval.microseconds * Int64(context.limits.lostHeartbeats)
      return self.lastReceivedAt + TimeSpan(microseconds: silence)
    case .idleTimeout:
      return self.lastEvent + context.limits.idleTimeout
    case .stall:
      return self.window.stalledSince.map { $0 + context.limits.stallTimeout }
    case .catchUpTimeout:
      if case .replaying(_, let until, _) = self.catchUpPhase { return until }
      return nil
    case .expiry:
      return self.authorisation.end(by: context.limits)
    case .drainDeadline:
      return self.drainDeadline
    case .serverTick:
      guard !self.isCatchingUp, let deadline = self.session.nextServerDeadline else { return nil }
      return self.lastAppliedAt + (deadline - self.session.now) + context.limits.tickGrace
    case .acknowledgement:
      return self.ackDue
    case .expiryWarning:
      return self.authorisation.warning(by: context.limits)
    case .checkpoint:
      // While the session cannot be sealed, this waits for the client's next frame.
      guard self.window.waiting.isEmpty, !self.isCatchingUp || self.canSeal else { return nil }
      return self.checkpointing?.nextDeadline(by: context.limits)
    }
  }

  /// Returns the server time of the earliest timer. Inlined to avoid copying the struct, and
  /// unrolled, since every frame asks: a loop over all cases takes three times as long.
  @inline(__always)
  func nextDeadline(by context: SessionStream.Context) -> Instant {
    // Never returned: ``TimerKind/heartbeatTimeout`` is always set.
    var earliest = Instant(microseconds: .max)
    Self.consider(self.time(of: .heartbeatTimeout, by: context), &earliest)
    Self.consider(self.time(of: .idleTimeout, by: context), &earliest)
    Self.consider(self.time(of: .stall, by: context), &earliest)
    Self.consider(self.time(of: .catchUpTimeout, by: context), &earliest)
    Self.consider(self.time(of: .expiry, by: context), &earliest)
    Self.consider(self.time(of: .drainDeadline, by: context), &earliest)
    Self.consider(self.time(of: .serverTick, by: context), &earliest)
    Self.consider(self.time(of: .acknowledgement, by: context), &earliest)
    Self.consider(self.time(of: .expiryWarning, by: context), &earliest)
    Self.consider(self.time(of: .checkpoint, by: context), &earliest)
    return earliest
  }

  @inline(__always)
  private static func consider(_ time: Instant?, _ earliest: inout Instant) {
    if let time, time < earliest { earliest = time }
  }

  /// Handles the timers that have fired.
  mutating func tick(at now: Instant, by context: SessionStream.Context) -> [Output] {
    var response = ResponseFrame()
    for due in TimerKind.allCases {
      guard let time = self.time(of: due, by: context), now >= time else { continue }
      switch due {
      case .heartbeatTimeout:
        return [.finish(.heartbeatLost(after: now - self.lastReceivedAt, context.limits))]
      case .idleTimeout: return [.finish(.idle(context.limits))]
      case .stall: return [.finish(self.slowConsumer)]
      case .catchUpTimeout: return [.finish(self.diverged)]
      case .expiry: return [.finish(.tokenExpired)]
      case .drainDeadline: return self.sendOutstanding(at: now, by: context) + [.finish(.draining)]
      case .serverTick:
        self.releaseMovement(at: now, to: &response)
        // Clamped: a late server must not date its tick after events that have arrived meanwhile.
        let tickTime = self.time(at: max(min(time, now), self.lastAppliedAt))
        let event = InteractionEvent(sequence: self.expected - 1, time: tickTime, kind: .serverTick)
        self.checkpointing?.noteUnrepeatableInput()
        response.directives += self.apply(event, at: now)
      case .acknowledgement: self.releaseMovement(at: now, to: &response)
      case .expiryWarning:
        self.authorisation.warn()
        response.notices.append(NoticeMessage(sequence: 0, reason: .tokenExpires))
      case .checkpoint: break  // `send` adds it.
      }
    }
    return self.send(response, at: now, by: context)
  }
}
