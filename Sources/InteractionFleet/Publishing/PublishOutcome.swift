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
