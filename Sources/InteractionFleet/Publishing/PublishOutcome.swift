/// How the publication of a version ended.
package enum PublishOutcome: Hashable, Sendable {
  /// It is in force on all engines, as this number of the document's history.
  case inForce(number: Int)
  /// It was in force already.
  case unchanged
  /// Another version is being published: who began, when (s since 1970), and what waits for it.
  case busy(OfferRecord)
  /// Another version came into force meanwhile, from this publisher.
  case overtaken(by: String)
  /// These engines cannot use it, for these reasons. What was in force stays so.
  case refused([String: [String]])
  /// These engines did not answer in time. What was in force stays so.
  case unanswered([String])
  /// No engine is in the list.
  case noEngines
  /// The publication failed, and its offer was withdrawn. What was in force stays so.
  case withdrawn(PublishFailure)
  /// The publication failed, and what becomes of its offer is not known.
  case unknown(PublishFailure, OfferRest)
}

/// Why a publication failed after the version was offered.
package enum PublishFailure: Hashable, Sendable {
  /// The publisher was told to end.
  case interrupted
  /// These engines did not answer in time.
  case unanswered([String])
  /// The store did not do what it was asked to.
  case store(StoreError)
}

/// What is known of an offer whose publisher cannot ask the store.
package enum OfferRest: Hashable, Sendable {
  /// No engine can accept it any longer. Whether all had accepted it before is not known.
  case over
  /// Engines can accept it for so long while the store is up.
  case open(seconds: Int64)
}

/// How the withdrawal of a document ended.
package enum WithdrawOutcome: Hashable, Sendable {
  case withdrawn
  /// It is not in force.
  case notInForce
  /// A version is being published.
  case busy(OfferRecord)
  /// Something else came into force meanwhile, from this publisher.
  case overtaken(by: String)
}
