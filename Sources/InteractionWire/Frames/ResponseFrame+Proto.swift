package import InteractionCore
package import SwiftProtobuf

extension ResponseFrame {
  package init(_ proto: Proto.Response) throws(Violation) {
    self.init()
    if proto.hasOpened { self.opened = try OpenedPart(proto.opened) }
    for directive in proto.directives { self.directives.append(try Directive(directive)) }
    self.ackedEvent = proto.ackedEvent == 0 ? nil : proto.ackedEvent
    self.notices = proto.notices.map { notice in
      NoticePart(sequence: notice.sequence, violations: notice.violations.map(Violation.init))
    }
    self.triggerLines = proto.triggerLines.map(SourceLines.init)
    self.heartbeat =
      proto.hasHeartbeat ? Instant(microseconds: proto.heartbeat.timeUs) : nil
    self.nextDeadline =
      proto.hasNextDeadlineUs ? Instant(microseconds: proto.nextDeadlineUs) : nil
  }

  package var proto: Proto.Response {
    .with {
      if let opened = self.opened { $0.opened = opened.proto }
      $0.directives = self.directives.map(\.proto)
      if let acked = self.ackedEvent { $0.ackedEvent = acked }
      $0.notices = self.notices.map { notice in
        .with {
          $0.sequence = notice.sequence
          $0.reason = NoticePart.reason
          $0.violations = notice.violations.map(\.proto)
        }
      }
      $0.triggerLines = self.triggerLines.map(\.proto)
      if let time = self.heartbeat { $0.heartbeat.timeUs = time.microseconds }
      if let deadline = self.nextDeadline { $0.nextDeadlineUs = deadline.microseconds }
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
        offsets: proto.offsets, dragStarts: proto.dragStartSources.map { SourceID($0) },
        needsEverySample: proto.everySample))
  }

  package var proto: Interaction_V1_TriggerLines {
    .with {
      $0.source = self.source.name
      $0.offsets = self.lines.offsets
      $0.dragStartSources = self.lines.dragStarts.map(\.name)
      $0.everySample = self.lines.needsEverySample
    }
  }
}

extension OpenedPart {
  package init(_ proto: Interaction_V1_Opened) throws(Violation) {
    self.init(
      sessionID: proto.sessionID,
      experience: proto.experience,
      digest: proto.experienceDigest,
      snapshot: try Snapshot(proto.snapshot),
      triggerLines: proto.triggerLines.map(SourceLines.init),
      heartbeatInterval: TimeSpan(proto.heartbeatInterval),
      limits: Limits(
        frameBytes: Int(proto.limits.maxFrameBytes),
        frameEvents: Int(proto.limits.maxFrameEvents),
        malformedEvents: Int(proto.limits.maxMalformedEvents),
        malformedWindow: TimeSpan(proto.limits.malformedWindow),
        idleTimeout: TimeSpan(proto.limits.idleTimeout)))
  }

  package var proto: Interaction_V1_Opened {
    .with {
      $0.outcome = .new
      $0.sessionID = self.sessionID
      $0.experience = self.experience
      $0.experienceDigest = self.digest
      $0.snapshot = self.snapshot.proto
      $0.triggerLines = self.triggerLines.map(\.proto)
      $0.heartbeatInterval = self.heartbeatInterval.proto
      $0.limits = .with {
        $0.maxFrameBytes = UInt32(clamping: self.limits.frameBytes)
        $0.maxFrameEvents = UInt32(clamping: self.limits.frameEvents)
        $0.maxMalformedEvents = UInt32(clamping: self.limits.malformedEvents)
        $0.malformedWindow = self.limits.malformedWindow.proto
        $0.idleTimeout = self.limits.idleTimeout.proto
      }
    }
  }
}

extension TimeSpan {
  /// Reads a duration; fractions of a microsecond are cut off.
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
