/// The outcome of publishing a version.
package enum PublishOutcome: Hashable, Sendable {
  /// The version is active on all engines, with this number in the document's history.
  case active(number: Int)
  /// The version was active already.
  case unchanged
  /// Another version is being published; its offer.
  case busy(OfferRecord)
  /// Superseded: another version was activated meanwhile, by this publisher.
  case superseded(by: String)
  /// These engines refused the version, for these reasons. The active version is unchanged.
  case refused([String: [String]])
  /// These engines did not answer in time. The active version is unchanged.
  case unanswered([String])
  /// No engine is a member of the fleet.
  case noEngines
  /// The publication failed and its offer was withdrawn. The active version is unchanged.
  case withdrawn(PublishFailure)
  /// The publication failed, and it is unknown whether the version will be activated.
  case unknown(PublishFailure, UnresolvedOffer)
}

/// The reason why a publication failed after the version was offered.
package enum PublishFailure: Hashable, Sendable {
  /// The publisher was interrupted.
  case interrupted
  /// These engines did not answer in time.
  case unanswered([String])
  /// A request to the store failed.
  case store(StoreError)
}

/// The state of an offer whose publisher cannot reach the store.
package enum UnresolvedOffer: Hashable, Sendable {
  /// The lease is revoked: no engine can accept the offer. It is unknown whether all had accepted
  /// it before.
  case revoked
  /// Engines can accept the offer for up to this many seconds while the store is available.
  case open(seconds: Int64)
}

/// The outcome of withdrawing a document.
package enum WithdrawOutcome: Hashable, Sendable {
  case withdrawn
  /// The document has no active version.
  case notInForce
  /// A version is being published; its offer.
  case busy(OfferRecord)
  /// Superseded: another change was committed meanwhile, by this publisher.
  case superseded(by: String)
}
