import InteractionCore
import InteractionWire
import SwiftProtobuf

/// A session as saved for a restart of the app.
struct KeptSession: Hashable, Sendable {
  /// The newest `Open`, with the client's current state and the newest session time.
  var open: OpenFrame
  /// The server's newest `Opened`, with the client's current state as its snapshot.
  var opened: OpenedMessage
  var checkpoint: CheckpointMessage
  /// The point to resume from.
  var resume: ResumeMessage
  /// The events since the checkpoint, sent or not.
  var events: [InteractionEvent]
  var ackedEvent: UInt64
  /// The wall-clock time of the save, µs since 1970.
  var keptAt: Int64

  /// The sequence number of the next event.
  var nextEvent: UInt64 { self.resume.firstEvent + UInt64(self.events.count) }

  /// A Boolean value that indicates whether this is the session of `configuration`, and fits its
  /// outbox.
  func matches(_ configuration: SessionConfiguration) -> Bool {
    let experience =
      configuration.experience.isEmpty ? OpenFrame.defaultExperience : configuration.experience
    return self.open.sessionID == configuration.sessionID && self.open.user == configuration.user
      && self.open.experience == experience
      && self.events.count <= configuration.outboxCapacity
  }

  /// Returns the time since the save; zero if the wall clock was set back.
  func age(at wallClock: Int64) -> TimeSpan {
    TimeSpan(microseconds: max(wallClock - self.keptAt, 0))
  }

  /// Returns the session time to continue at: time has passed while the app did not run, unless the
  /// app controls session time.
  func restart(of configuration: SessionConfiguration, at wallClock: Int64) -> Instant {
    self.open.time + (configuration.runsWithClock ? self.age(at: wallClock) : .zero)
  }

  /// A Boolean value that indicates whether the checkpoint has expired, so that no server would
  /// resume it.
  func isExpired(at wallClock: Int64) -> Bool {
    self.age(at: wallClock) >= self.checkpoint.lifetime
  }
}

extension KeptSession {
  /// Decodes a saved session.
  ///
  /// - Throws: The violation, if the bytes are damaged.
  init(bytes: [UInt8]) throws(Violation) {
    guard let proto = try? Proto.KeptSession(serializedBytes: bytes) else {
      throw Violation(field: "", problem: "is malformed")
    }
    // Limits that keep later arithmetic from overflowing on a damaged file.
    let numbers = [
      proto.open.resume.firstEvent, proto.open.resume.directive, proto.open.epoch,
      proto.checkpoint.event, proto.checkpoint.directive, proto.ackedEvent,
    ]
    guard numbers.allSatisfy({ $0 < UInt64.max / 2 }), proto.open.timeUs.magnitude <= 1 << 53 else {
      throw Violation(field: "", problem: "has a number or a time out of range")
    }
    let events = [DecodedEvent](proto.events, first: proto.open.resume.firstEvent)
    self.init(
      open: try OpenFrame(proto.open), opened: OpenedMessage(proto.opened),
      checkpoint: CheckpointMessage(proto.checkpoint), resume: ResumeMessage(proto.open.resume),
      events: [], ackedEvent: proto.ackedEvent, keptAt: proto.keptAtUs)
    for read in events {
      switch read {
      case .event(let event): self.events.append(event)
      case .malformed(_, let violations):
        throw violations.first ?? Violation(field: "events", problem: "is malformed")
      }
    }
    let isWhole =
      // The last field, which a truncated file lacks.
      self.keptAt > 0 && proto.open.hasResume && !self.checkpoint.token.isEmpty
      && self.checkpoint.token == self.resume.token
      && self.resume.firstEvent >= 1 && self.resume.firstEvent <= self.checkpoint.event + 1
      && self.opened.snapshot?.settings.isEmpty == false
    guard isWhole else { throw Violation(field: "", problem: "is incomplete") }
  }

  var bytes: [UInt8] {
    let proto = Proto.KeptSession.with {
      var open = self.open
      open.resume = self.resume
      $0.open = Proto.Request(open).open
      $0.opened = self.opened.proto
      $0.checkpoint = self.checkpoint.proto
      $0.events = [Proto.Event](packing: self.events)
      $0.ackedEvent = self.ackedEvent
      $0.keptAtUs = self.keptAt
    }
    // The only possible error is a missing required field, and proto3 has none.
    return (try? proto.serializedBytes()) ?? []
  }
}
