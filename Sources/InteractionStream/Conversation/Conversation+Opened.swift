import InteractionCore
import InteractionExperience
import InteractionVariants
import InteractionWire
import SwiftProtobuf

/// The `opened` part of the first frame.
@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// Sends `opened` with the directives of opening the session.
  mutating func sendOpened(
    with directives: [Directive], at now: Instant, by context: SessionStream.Context
  ) -> [Output] {
    var frame = ResponseFrame()
    frame.opened = self.opened(by: context.limits)
    frame.directives = directives
    self.checkpointing?.demand()
    return self.send(frame, at: now, by: context)
  }

  private func opened(by limits: StreamLimits) -> OpenedMessage {
    let experience = self.session.experience
    var part = OpenedMessage(
      outcome: self.entry.outcome,
      sessionID: self.open.sessionID,
      experience: experience.name,
      digest: experience.digest,
      snapshot: self.entry.isResumed
        ? nil : self.entry.substitutes.substituted(self.session.snapshot),
      triggerLines: self.sentLines,
      heartbeatInterval: limits.heartbeatInterval,
      limits: OpenedMessage.Limits(
        frameBytes: limits.frameBytes, frameEvents: RequestFrame.maximumEvents,
        malformedEvents: limits.malformedEvents, malformedWindow: limits.malformedWindow,
        idleTimeout: limits.idleTimeout))
    part.limits.unacknowledgedDirectives = limits.unacknowledgedDirectives
    part.limits.unacknowledgedBytes = limits.unacknowledgedBytes
    part.limits.eventsPerSecond = limits.eventsPerSecond
    part.limits.eventBurst = limits.eventBurst
    part.variant = self.entry.selection?.variant ?? ""
    if self.open.wantsLocalExperience {
      part.localExperience = self.localExperience(by: limits)
    }
    return part
  }

  /// Returns the session's experience, with the substitutes for its client; nil if it is too large.
  private func localExperience(by limits: StreamLimits) -> [UInt8]? {
    // Throws only for a missing required field, which proto3 does not have.
    let bytes: [UInt8]? = try? self.session.base.definition.serializedBytes()
    return bytes.flatMap { $0.count <= limits.definitionBytes ? $0 : nil }
  }
}
