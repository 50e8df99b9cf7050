/// The reason why outcomes cannot be computed.
package enum OutcomesError: Error, Hashable, Sendable {
  /// The folder is empty.
  case noRecording
  case noSelection(recordings: Int)
  case severalExperiences([String])
  case unknownExperience(String, [String])
  /// No session got its variant by its bucket.
  case noSessionByBucket
  case oneVariant(String)
  /// The buckets of a document are in no recording.
  case unknownBuckets(document: String)
  /// The buckets of users differ between documents.
  case severalBuckets(users: Int)
  case unknownFigure(String, [String])
  /// The versions to replay are of another experience.
  case otherVersions(String, of: String)
  /// The definition of a variant is in no recording.
  case noDefinition(variant: String)
}

extension OutcomesError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noRecording: "the folders have no recording; record with 'serve --record'"
    case .noSelection(let count):
      "none of \(count) recordings has the selection of a variant; record sessions of an experience"
        + " with variants"
    case .severalExperiences(let names):
      "the recordings are of \(names.joined(separator: " and ")); choose one with --experience"
    case .unknownExperience(let name, let names):
      "no recording with a variant is of '\(name)', but of: \(names.joined(separator: ", "))"
    case .noSessionByBucket:
      "no session got its variant by its bucket; named users, testers and the holdout do not count"
    case .oneVariant(let name):
      "only variant '\(name)' owns buckets throughout; record another one, or use --phase last"
    case .unknownBuckets(let document):
      "no recording has the buckets of document \(document); add recordings of sessions that began"
        + " while it was in force, or use --phase last"
    case .severalBuckets(let users):
      "\(users) users have several buckets, since documents have different salts; use --phase last"
    case .unknownFigure(let name, let known):
      "no figure is called '\(name)', but: \(known.joined(separator: ", ")), each with _per_session"
        + " or _per_user"
    case .otherVersions(let name, let experience):
      "the document is of '\(name)', but the recordings are of '\(experience)'"
    case .noDefinition(let variant):
      "no recording has the definition of variant '\(variant)'; name its document with --document"
    }
  }
}
