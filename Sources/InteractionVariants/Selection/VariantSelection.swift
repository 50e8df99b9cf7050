package import InteractionWire
import SwiftProtobuf

/// The selection of a session's variant, which a session keeps.
package struct VariantSelection: Hashable, Sendable {
  /// The reason for a selection.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The variant owns the bucket; only these sessions count in outcomes.
    case bucket
    /// No variant owns the bucket.
    case noOwner = "no_owner"
    case holdout
    /// The client does not fulfil a condition.
    case condition
    case namedUser = "named_user"
    /// A tester has asked for the variant.
    case tester
    /// The variant is switched off.
    case killed
    /// An operator has moved the session to the version.
    case moved
  }

  /// The variant's name; empty if the session is in none.
  package var variant: String
  package var reason: Reason
  /// The bucket; nil if it does not matter.
  package var bucket: Int?
  package var phase: Int
  /// The first 12 digits of the document's digest.
  package var document: String

  package init(
    variant: String, reason: Reason, bucket: Int?, phase: Int, document: String
  ) {
    self.variant = variant
    self.reason = reason
    self.bucket = bucket
    self.phase = phase
    self.document = document
  }

  /// A Boolean value that indicates whether the session counts in outcomes.
  package var isCounted: Bool { self.reason == .bucket }
}

extension VariantSelection {
  /// Reads a selection; nil for a reason of a newer release.
  package init?(_ proto: Proto.VariantSelection) {
    guard let reason = Reason(proto.reason) else { return nil }
    self.init(
      variant: proto.variant, reason: reason, bucket: proto.hasBucket ? Int(proto.bucket) : nil,
      phase: Int(proto.phase), document: proto.document)
  }

  package var proto: Proto.VariantSelection {
    .with {
      $0.variant = self.variant
      $0.reason = self.reason.proto
      if let bucket = self.bucket { $0.bucket = UInt32(clamping: bucket) }
      $0.phase = UInt32(clamping: self.phase)
      $0.document = self.document
    }
  }
}

extension VariantSelection.Reason {
  fileprivate init?(_ proto: Interaction_V1_SelectionReason) {
    guard let reason = Self.allCases.first(where: { $0.proto == proto }) else { return nil }
    self = reason
  }

  fileprivate var proto: Interaction_V1_SelectionReason {
    switch self {
    case .bucket: .bucket
    case .noOwner: .noOwner
    case .holdout: .holdout
    case .condition: .condition
    case .namedUser: .namedUser
    case .tester: .tester
    case .killed: .killed
    case .moved: .moved
    }
  }
}
