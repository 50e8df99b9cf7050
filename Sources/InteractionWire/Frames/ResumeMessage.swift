package import InteractionCore
import SwiftProtobuf

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The point to resume from.
package struct ResumeMessage: Hashable, Sendable {
  /// The maximum size of a checkpoint's token, bytes.
  package static let maximumTokenBytes = 4096

  /// The checkpoint's token.
  package var token: [UInt8]
  /// The newest directive that the client has applied.
  package var directive: UInt64
  /// The oldest event in the client's outbox; the next one if it is empty.
  package var firstEvent: UInt64

  package init(token: [UInt8], directive: UInt64, firstEvent: UInt64) {
    self.token = token
    self.directive = directive
    self.firstEvent = firstEvent
  }

  package init(_ proto: Interaction_V1_Resume) {
    self.init(
      token: [UInt8](proto.token), directive: proto.directive, firstEvent: proto.firstEvent)
  }

  package var proto: Interaction_V1_Resume {
    .with {
      $0.token = Data(self.token)
      $0.directive = self.directive
      $0.firstEvent = self.firstEvent
    }
  }
}

/// A checkpoint: a session's sealed state.
package struct CheckpointMessage: Hashable, Sendable {
  /// The sealed state.
  package var token: [UInt8]
  /// The newest event and the newest directive that it contains.
  package var event: UInt64
  package var directive: UInt64
  /// The time for which it can be resumed from.
  package var lifetime: TimeSpan

  package init(token: [UInt8], event: UInt64, directive: UInt64, lifetime: TimeSpan) {
    self.token = token
    self.event = event
    self.directive = directive
    self.lifetime = lifetime
  }

  package init(_ proto: Interaction_V1_Checkpoint) {
    self.init(
      token: [UInt8](proto.token), event: proto.event, directive: proto.directive,
      lifetime: TimeSpan(microseconds: proto.lifetimeUs))
  }

  package var proto: Interaction_V1_Checkpoint {
    .with {
      $0.token = Data(self.token)
      $0.event = self.event
      $0.directive = self.directive
      $0.lifetimeUs = self.lifetime.microseconds
    }
  }
}

/// The parameters of a drain: the session must move to another server.
package struct DrainMessage: Hashable, Sendable {
  /// The time to wait before leaving.
  package var leaveAfter: TimeSpan
  /// The time after which the server ends the stream itself.
  package var endAfter: TimeSpan

  package init(leaveAfter: TimeSpan, endAfter: TimeSpan) {
    self.leaveAfter = leaveAfter
    self.endAfter = endAfter
  }

  package init(_ proto: Interaction_V1_Drain) {
    self.init(
      leaveAfter: TimeSpan(microseconds: proto.leaveAfterUs),
      endAfter: TimeSpan(microseconds: proto.endAfterUs))
  }

  package var proto: Interaction_V1_Drain {
    .with {
      $0.leaveAfterUs = self.leaveAfter.microseconds
      $0.endAfterUs = self.endAfter.microseconds
    }
  }
}
