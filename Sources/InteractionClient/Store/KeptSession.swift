import InteractionCore
import InteractionWire
import SwiftProtobuf

/// A session as its client goes on with it after a restart of the app.
@available(InteractionEngine 1.0, *)
struct KeptSession: Hashable, Sendable {
  /// How it was opened last, with what the client shows and the newest session time.
  var open: OpenFrame
  /// What the server has said of it, with what the client shows as its snapshot.
  var opened: OpenedPart
  var checkpoint: CheckpointPart
  /// Where it goes on from.
  var resume: ResumePart
  /// Every event since the checkpoint, sent or not.
  var events: [Event]
  var ackedEvent: UInt64
  /// When it was kept, µs since 1970.
  var keptAt: Int64

  /// The number of the next event that happens.
  var nextEvent: UInt64 { self.resume.firstEvent + UInt64(self.events.count) }

  /// Whether it is the session that `configuration` opens, and could go on there.
  func fits(_ configuration: SessionConfiguration) -> Bool {
    let experience =
      configuration.experience.isEmpty ? OpenFrame.defaultExperience : configuration.experience
    return self.open.sessionID == configuration.sessionID && self.open.user == configuration.user
      && self.open.experience == experience
      && self.events.count <= configuration.outboxCapacity
  }

  /// How long ago it was kept; never less than nothing, if the clock was set back.
  func age(at wallClock: Int64) -> TimeSpan {
    TimeSpan(microseconds: max(wallClock - self.keptAt, 0))
  }

  /// Where session time goes on: it has passed while the app did not run, unless the app keeps it.
  func restart(of configuration: SessionConfiguration, at wallClock: Int64) -> Instant {
    self.open.time + (configuration.runsWithClock ? self.age(at: wallClock) : .zero)
  }

  /// Whether no server resumes it any more: session time would only have gone on.
  func isExpired(at wallClock: Int64) -> Bool {
    self.age(at: wallClock) >= self.checkpoint.lifetime
  }
}

@available(InteractionEngine 1.0, *)
extension KeptSession {
  /// Reads what was kept.
  ///
  /// - Throws: What is wrong with it, if it is damaged.
  init(bytes: [UInt8]) throws(Violation) {
    guard let proto = try? Proto.KeptSession(serializedBytes: bytes) else {
      throw Violation(field: "", problem: "is not what a client has kept")
    }
    // Counted and reckoned with from here on, so a damaged file must not bring them to their ends.
    let numbers = [
      proto.open.resume.firstEvent, proto.open.resume.directive, proto.open.epoch,
      proto.checkpoint.event, proto.checkpoint.directive, proto.ackedEvent,
    ]
    guard numbers.allSatisfy({ $0 < UInt64.max / 2 }), proto.open.timeUs.magnitude <= 1 << 53 else {
      throw Violation(field: "", problem: "has a number or a time beyond all sessions")
    }
    let events = [ReadEvent](proto.events, first: proto.open.resume.firstEvent)
    self.init(
      open: try OpenFrame(proto.open), opened: OpenedPart(proto.opened),
      checkpoint: CheckpointPart(proto.checkpoint), resume: ResumePart(proto.open.resume),
      events: [], ackedEvent: proto.ackedEvent, keptAt: proto.keptAtUs)
    for read in events {
      switch read {
      case .event(let event): self.events.append(event)
      case .malformed(_, let violations):
        throw violations.first ?? Violation(field: "events", problem: "cannot be read")
      }
    }
    let isWhole =
      // The last field: what was cut off has none.
      self.keptAt > 0 && proto.open.hasResume && !self.checkpoint.token.isEmpty
      && self.checkpoint.token == self.resume.token
      && self.resume.firstEvent >= 1 && self.resume.firstEvent <= self.checkpoint.event + 1
      && self.opened.snapshot?.settings.isEmpty == false
    guard isWhole else { throw Violation(field: "", problem: "is not whole") }
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
    // The only error is a missing required field, which proto3 does not have.
    return (try? proto.serializedBytes()) ?? []
  }
}
