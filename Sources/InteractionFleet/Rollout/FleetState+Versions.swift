/// The versions whose texts the store has.
extension FleetState {
  func version(of name: DocumentName, digest: String) -> DocumentVersion? {
    self.texts[name]?[digest].map { DocumentVersion(name, digest: digest, text: $0) }
  }

  /// Those of a document: first what never came into force, then what did, the oldest first, and at
  /// last what is offered.
  func versions(of name: DocumentName) -> [DocumentVersion] {
    var newest = self.kept(of: name, atMost: .max)
    if let offered = self.offers[name]?.record.digest {
      newest = [offered] + newest.filter { $0 != offered }
    }
    let others = (self.texts[name] ?? [:]).keys.filter { !newest.contains($0) }.sorted()
    return (others + newest.reversed()).compactMap { self.version(of: name, digest: $0) }
  }

  /// Since when the store has the record of what is in force, readable or not; 0 if there is none.
  func activeRevision(of name: DocumentName) -> Int64 {
    self.active[name]?.revision ?? self.unreadable[name] ?? 0
  }
}
