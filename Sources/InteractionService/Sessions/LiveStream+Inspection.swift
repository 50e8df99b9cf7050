import Foundation
import InteractionCore
import InteractionStream
import InteractionVariants
import InteractionWire
import SwiftProtobuf
import Synchronization

/// The inspection of an open session by operators.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Returns the state of the session; nil if it is not open.
  func inspect() -> Interaction_Inspector_V1_GetSessionResponse? {
    self.state.withLock { state in
      guard let conversation = state.stream.conversation else {
        return nil
      }
      return .with {
        $0.summary = conversation.summary(at: self.clock.now)
        $0.snapshot = conversation.session.snapshot.proto
        $0.state = conversation.session.proto
        if let due = conversation.session.nextDeadline { $0.nextDeadlineUs = due.microseconds }
        $0.queuedFrames = UInt32(clamping: state.queue.frames)
        $0.queuedBytes = UInt32(clamping: state.queue.bytes)
        $0.waitingDirectives = UInt32(clamping: conversation.window.waiting.count)
        $0.unacknowledgedDirectives = UInt32(clamping: conversation.window.unacknowledged)
      }
    }
  }

  /// Adds a watch; nil at the maximum, or if the session is not open.
  func watch() -> (watch: SessionWatch, first: Interaction_Inspector_V1_SessionSummary)? {
    self.state.withLock { state in
      guard let conversation = state.stream.conversation,
        let watch = state.watchers.add()
      else { return nil }
      state.stream.watch(true)
      return (watch, conversation.summary(at: self.clock.now))
    }
  }

  /// Removes a watch.
  func unwatch(_ watch: SessionWatch) {
    self.state.withLock { state in
      state.watchers.remove(watch)
      if state.watchers.isEmpty { state.stream.watch(false) }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  fileprivate func summary(at now: Instant) -> Interaction_Inspector_V1_SessionSummary {
    let entry = self.entry
    return .with {
      $0.sessionID = entry.open.sessionID
      $0.user = entry.open.user
      $0.experience = entry.experience.name
      $0.experienceDigest = entry.experience.digest
      $0.client = entry.client
      if let selection = entry.selection {
        $0.variant = selection.variant
        $0.selection = selection.proto
      }
      $0.epoch = entry.open.epoch
      $0.outcome =
        switch self.entry.outcome {
        case .new: .new
        case .resumed: .resumed
        case .restarted: .restarted
        }
      $0.openedAt = Google_Protobuf_Timestamp(
        date: Date(timeIntervalSinceNow: -(now - entry.openedAt).seconds))
      $0.appliedEvent = self.appliedEvent
      $0.lastDirective = self.lastDirective
      $0.ackedDirective = self.window.applied
      $0.draining = self.drainDeadline != nil
    }
  }
}
