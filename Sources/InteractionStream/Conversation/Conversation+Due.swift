import InteractionCore
import InteractionWire

@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// What happens when its time comes; in this order where several are due.
  enum Due: UInt8, CaseIterable {
    /// The client counts as lost: nothing was heard of it.
    case loss
    /// No event came for too long.
    case idleness
    /// Directives wait, or are overdue, and the client acknowledges none.
    case stall
    /// The client's events have not led to where it says that it is.
    case divergence
    /// The proof of who the client is has expired, and no newer one came.
    case expiry
    /// The client was told to go elsewhere, and has not gone.
    case departure
    /// A deadline of the session is overdue, and the client made no tick for it (rule S5).
    case serverTick
    /// An applied event has to be acknowledged, and a movement that waits to be applied.
    case acknowledgement
    /// The client has to be told that its proof expires.
    case expiryWarning
    /// The session has to be handed to the client.
    case checkpoint
  }

  /// When something is due, in server time; nil if it is not.
  @inline(__always)
  func time(of due: Due, by context: SessionStream.Context) -> Instant? {
    switch due {
    case .loss:
      let silence =
        context.limits.heartbeatInterval.microseconds * Int64(context.limits.lostHeartbeats)
      return self.lastHeard + TimeSpan(microseconds: silence)
    case .idleness:
      return self.lastEvent + context.limits.idleTimeout
    case .stall:
      return self.window.stalledSince.map { $0 + context.limits.stallTimeout }
    case .divergence:
      if case .catchingUp(_, let until, _) = self.course { return until }
      return nil
    case .expiry:
      return self.authorisation.end(by: context.limits)
    case .departure:
      return self.departure
    case .serverTick:
      guard !self.isCatchingUp, let deadline = self.session.nextServerDeadline else { return nil }
      return self.anchor + (deadline - self.session.now) + context.limits.tickGrace
    case .acknowledgement:
      return self.ackDue
    case .expiryWarning:
      return self.authorisation.warning(by: context.limits)
    case .checkpoint:
      // While none can be made, it waits until the client says something.
      guard self.window.waiting.isEmpty, !self.isCatchingUp || self.canSeal else { return nil }
      return self.checkpointing?.nextDeadline(by: context.limits)
    }
  }

  /// When ``tick(at:by:)`` has something to do. Put where it is called: a call would copy all this.
  /// Written out, since every frame asks: a loop over all cases takes three times as long.
  @inline(__always)
  func nextDeadline(by context: SessionStream.Context) -> Instant {
    // Silence is always due, sooner or later.
    var earliest = Instant(microseconds: .max)
    Self.consider(self.time(of: .loss, by: context), &earliest)
    Self.consider(self.time(of: .idleness, by: context), &earliest)
    Self.consider(self.time(of: .stall, by: context), &earliest)
    Self.consider(self.time(of: .divergence, by: context), &earliest)
    Self.consider(self.time(of: .expiry, by: context), &earliest)
    Self.consider(self.time(of: .departure, by: context), &earliest)
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

  /// Does everything that is due.
  mutating func tick(at now: Instant, by context: SessionStream.Context) -> [Output] {
    var response = ResponseFrame()
    for due in Due.allCases {
      guard let time = self.time(of: due, by: context), now >= time else { continue }
      switch due {
      case .loss: return [.finish(.heartbeatLost(after: now - self.lastHeard, context.limits))]
      case .idleness: return [.finish(.idle(context.limits))]
      case .stall: return [.finish(self.slowConsumer)]
      case .divergence: return [.finish(self.diverged)]
      case .expiry: return [.finish(.tokenExpired)]
      case .departure: return self.farewell(at: now, by: context) + [.finish(.leaving)]
      case .serverTick:
        self.releaseMovement(at: now, to: &response)
        // However late the server is, its tick is not: what the client sent meanwhile is not old.
        let tickTime = self.time(at: max(min(time, now), self.anchor))
        let event = Event(sequence: self.expected - 1, time: tickTime, kind: .serverTick)
        self.checkpointing?.taint()
        response.directives += self.enact(event, at: now)
      case .acknowledgement: self.releaseMovement(at: now, to: &response)
      case .expiryWarning:
        self.authorisation.warn()
        response.notices.append(NoticePart(sequence: 0, reason: .tokenExpires))
      case .checkpoint: break  // Goes with what is sent.
      }
    }
    return self.send(response, at: now, by: context)
  }
}
