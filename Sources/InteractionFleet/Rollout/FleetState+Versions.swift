/// The versions whose texts are stored.
extension FleetState {
  func version(of name: DocumentName, digest: String) -> DocumentVersion? {
    self.texts[name]?[digest].map { DocumentVersion(name, digest: digest, text: $0) }
  }

  /// Returns the text of the active version; nil if there is none.
  package func activeText(of name: DocumentName) -> String? {
    self.active[name].flatMap { self.texts[name]?[$0.record.digest] }
  }

  /// All stored versions, sorted by name and digest.
  var versions: [DocumentVersion] {
    self.texts.flatMap { name, texts in
      texts.map { digest, text in DocumentVersion(name, digest: digest, text: text) }
    }.sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
  }

  /// Returns the store revision of the active version's record, readable or not; 0 if there is
  /// none.
  func activeRevision(of name: DocumentName) -> Int64 {
    self.active[name]?.revision ?? self.unreadable[name] ?? 0
  }

  /// Returns the store revision of a document's offer, readable or not; 0 if there is none.
  func offerRevision(of name: DocumentName) -> Int64 {
    self.offers[name]?.revision ?? self.unreadableOffers[name] ?? 0
  }

  /// Returns the store revision of an engine's membership, readable or not; 0 if there is none.
  func engineRevision(of engine: String) -> Int64 {
    self.engines[engine]?.revision ?? self.unreadableEngines[engine] ?? 0
  }
}
