import Foundation
package import InteractionCore
package import SwiftProtobuf

extension ResponseFrame {
  /// Converts a frame of this or a newer contract level: unknown parts are dropped;
  /// ``UnknownPartFinder`` names them.
  package init(_ proto: Proto.Response) {
    self.init()
    if proto.hasOpened { self.opened = OpenedMessage(proto.opened) }
    for directive in proto.directives {
      self.directives.append(Directive(directive))
      if !directive.supersedes.isEmpty {
        self.superseded[directive.sequence] = directive.supersedes
      }
    }
    self.ackedEvent = proto.ackedEvent == 0 ? nil : proto.ackedEvent
    self.notices = proto.notices.map(NoticeMessage.init)
    self.triggerLines = proto.triggerLines.map(SourceLines.init)
    self.heartbeat =
      proto.hasHeartbeat ? Instant(microseconds: proto.heartbeat.timeUs) : nil
    self.nextDeadline =
      proto.hasNextDeadlineUs ? Instant(microseconds: proto.nextDeadlineUs) : nil
    self.checkpoint = proto.hasCheckpoint ? CheckpointMessage(proto.checkpoint) : nil
    self.drain = proto.hasDrain ? DrainMessage(proto.drain) : nil
    self.experienceDigest = proto.experienceDigest.isEmpty ? nil : proto.experienceDigest
  }

  package var proto: Proto.Response {
    .with {
      if let opened = self.opened { $0.opened = opened.proto }
      $0.directives = self.directives.map { directive in
        var proto = directive.proto
        if let superseded = self.superseded[directive.sequence] { proto.supersedes = superseded }
        return proto
      }
      if let acked = self.ackedEvent { $0.ackedEvent = acked }
      $0.notices = self.notices.map { $0.proto }
      $0.triggerLines = self.triggerLines.map { $0.proto }
      if let time = self.heartbeat { $0.heartbeat.timeUs = time.microseconds }
      if let deadline = self.nextDeadline { $0.nextDeadlineUs = deadline.microseconds }
      if let checkpoint = self.checkpoint { $0.checkpoint = checkpoint.proto }
      if let drain = self.drain { $0.drain = drain.proto }
      if let digest = self.experienceDigest { $0.experienceDigest = digest }
    }
  }
}

extension NoticeMessage {
  package init(_ proto: Interaction_V1_Notice) {
    self.init(
      sequence: proto.sequence, violations: proto.violations.map(Violation.init),
      reason: NoticeReason(known: proto.reason))
  }

  package var proto: Interaction_V1_Notice {
    .with {
      $0.sequence = self.sequence
      $0.reason = self.reason?.proto ?? .unspecified
      $0.violations = self.violations.map { $0.proto }
    }
  }
}

extension Violation {
  package init(_ proto: Proto.FieldViolation) {
    self.init(field: proto.field, problem: proto.description_p)
  }

  package var proto: Proto.FieldViolation {
    .with {
      $0.field = self.field
      $0.description_p = self.problem
    }
  }
}

extension SourceLines {
  package init(_ proto: Interaction_V1_TriggerLines) {
    self.init(
      source: SourceID(proto.source),
      lines: TriggerLines(
        offsets: proto.lines.map { $0.offset },
        cellStarts: proto.lines.filter { $0.startsCell }.map { $0.offset },
        fingerOffsets: proto.lines.filter { $0.fingerOnly }.map { $0.offset },
        dragStarts: proto.dragStartSources.map { SourceID($0) },
        away: proto.away, back: proto.back,
        needsEverySample: proto.everySample))
  }

  package var proto: Interaction_V1_TriggerLines {
    .with {
      $0.source = self.source.name
      $0.lines = self.lines.offsets.map { offset in
        .with {
          $0.offset = offset
          $0.startsCell = self.lines.cellStarts.contains(offset)
          $0.fingerOnly = self.lines.fingerOffsets.contains(offset)
        }
      }
      $0.dragStartSources = self.lines.dragStarts.map { $0.name }
      $0.everySample = self.lines.needsEverySample
      $0.away = self.lines.away
      $0.back = self.lines.back
    }
  }
}

extension OpenedMessage {
  package init(_ proto: Interaction_V1_Opened) {
    let outcome: OpenOutcome =
      switch proto.outcome {
      case .resumed: .resumed(appliedEvent: proto.appliedEvent)
      case .restarted:
        .restarted(RestartReason(known: proto.restartReason) ?? .invalidToken)
      case .new, .unspecified, .UNRECOGNIZED: .new
      }
    self.init(
      outcome: outcome,
      sessionID: proto.sessionID,
      experience: proto.experience,
      digest: proto.experienceDigest,
      snapshot: proto.hasSnapshot ? Snapshot(proto.snapshot) : nil,
      triggerLines: proto.triggerLines.map(SourceLines.init),
      heartbeatInterval: TimeSpan(microseconds: proto.heartbeatIntervalUs),
      limits: Limits(
        frameBytes: Int(proto.limits.maxFrameBytes),
        frameEvents: Int(proto.limits.maxFrameEvents),
        malformedEvents: Int(proto.limits.maxMalformedEvents),
        malformedWindow: TimeSpan(microseconds: proto.limits.malformedWindowUs),
        idleTimeout: TimeSpan(microseconds: proto.limits.idleTimeoutUs)))
    self.limits.unacknowledgedDirectives = Int(proto.limits.maxUnacknowledgedDirectives)
    self.limits.unacknowledgedBytes = Int(proto.limits.maxUnacknowledgedBytes)
    self.limits.eventsPerSecond = Int(proto.limits.maxEventsPerSecond)
    self.limits.eventBurst = Int(proto.limits.maxEventBurst)
    self.level = proto.level
    self.variant = proto.variant
    self.localExperience = proto.hasLocalExperience ? [UInt8](proto.localExperience) : nil
  }

  package var proto: Interaction_V1_Opened {
    .with {
      switch self.outcome {
      case .new:
        $0.outcome = .new
      case .resumed(let event):
        $0.outcome = .resumed
        $0.appliedEvent = event
      case .restarted(let reason):
        $0.outcome = .restarted
        $0.restartReason = reason.proto
      }
      $0.level = self.level
      $0.variant = self.variant
      if let experience = self.localExperience { $0.localExperience = Data(experience) }
      $0.sessionID = self.sessionID
      $0.experience = self.experience
      $0.experienceDigest = self.digest
      if let snapshot = self.snapshot { $0.snapshot = snapshot.proto }
      $0.triggerLines = self.triggerLines.map { $0.proto }
      $0.heartbeatIntervalUs = self.heartbeatInterval.microseconds
      $0.limits = .with {
        $0.maxFrameBytes = UInt32(clamping: self.limits.frameBytes)
        $0.maxFrameEvents = UInt32(clamping: self.limits.frameEvents)
        $0.maxMalformedEvents = UInt32(clamping: self.limits.malformedEvents)
        $0.malformedWindowUs = self.limits.malformedWindow.microseconds
        $0.idleTimeoutUs = self.limits.idleTimeout.microseconds
        $0.maxUnacknowledgedDirectives = UInt32(clamping: self.limits.unacknowledgedDirectives)
        $0.maxUnacknowledgedBytes = UInt32(clamping: self.limits.unacknowledgedBytes)
        $0.maxEventsPerSecond = UInt32(clamping: self.limits.eventsPerSecond)
        $0.maxEventBurst = UInt32(clamping: self.limits.eventBurst)
      }
    }
  }
}

extension TimeSpan {
  /// Converts a duration, truncated to microseconds.
  package init(_ proto: Google_Protobuf_Duration) {
    let (us, overflow) = proto.seconds.multipliedReportingOverflow(by: 1_000_000)
    self = TimeSpan(microseconds: overflow ? .max : us)
    self = self + TimeSpan(microseconds: Int64(proto.nanos / 1000))
  }

  package var proto: Google_Protobuf_Duration {
    .with {
      $0.seconds = self.microseconds / 1_000_000
      $0.nanos = Int32(self.microseconds % 1_000_000) * 1000
    }
  }
}
