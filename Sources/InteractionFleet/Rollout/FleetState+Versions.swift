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
}
