/// The versions whose texts the store has.
extension FleetState {
  func version(of name: DocumentName, digest: String) -> DocumentVersion? {
    self.texts[name]?[digest].map { DocumentVersion(name, digest: digest, text: $0) }
  }

  /// All of them, in a fixed order.
  var versions: [DocumentVersion] {
    self.texts.flatMap { name, texts in
      texts.map { digest, text in DocumentVersion(name, digest: digest, text: text) }
    }.sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
  }

  /// Since when the store has the record of what is in force, readable or not; 0 if there is none.
  func activeRevision(of name: DocumentName) -> Int64 {
    self.active[name]?.revision ?? self.unreadable[name] ?? 0
  }

  /// Since when the store has an offer of a document, readable or not; 0 if there is none.
  func offerRevision(of name: DocumentName) -> Int64 {
    self.offers[name]?.revision ?? self.unreadableOffers[name] ?? 0
  }

  /// Since when the store has an engine in its list, with a readable record or not; 0 if it has
  /// not.
  func engineRevision(of engine: String) -> Int64 {
    self.engines[engine]?.revision ?? self.unreadableEngines[engine] ?? 0
  }
}
