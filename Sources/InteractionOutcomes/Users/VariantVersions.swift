import InteractionCore

/// The versions of the variants.
struct VariantVersions: Sendable {
  private let recorded: [OutcomeRecordings.VersionKey: Experience]
  /// The versions that replace the recorded ones, by variant.
  private let replacing: [String: Experience]

  init(_ recordings: OutcomeRecordings, replacing: [String: Experience]) {
    self.recorded = recordings.versions
    self.replacing = replacing
  }

  /// Returns the version of a variant in a document; if no recording has it, that of another
  /// document.
  func version(of variant: String, in document: String) throws(OutcomesError) -> Experience {
    let key = OutcomeRecordings.VersionKey(document: document, variant: variant)
    if let version = self.replacing[variant] ?? self.recorded[key] { return version }
    let others = self.recorded.filter { $0.key.variant == variant }
    guard let other = others.min(by: { $0.key.document < $1.key.document }) else {
      throw .noDefinition(variant: variant)
    }
    return other.value
  }
}
