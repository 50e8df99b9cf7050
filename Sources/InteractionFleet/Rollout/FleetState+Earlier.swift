/// The result of finding an earlier version by a prefix of its digest.
package enum VersionLookup: Hashable, Sendable {
  case found(DocumentVersion)
  case none
  /// The matching digests, if the prefix is ambiguous.
  case several([String])
}

extension FleetState {
  /// Finds an earlier version whose text is still stored.
  ///
  /// - Parameter prefix: The beginning of its digest; empty for the newest.
  package func earlier(of name: DocumentName, digest prefix: String) -> VersionLookup {
    let current = self.active[name]?.record.digest
    let texts = self.texts[name] ?? [:]
    let candidates = self.kept(of: name, atMost: .max).filter { digest in
      digest != current && texts[digest] != nil && digest.hasPrefix(prefix)
    }
    guard let first = candidates.first, let text = texts[first] else { return .none }
    guard prefix.isEmpty || candidates.count == 1 else { return .several(candidates.sorted()) }
    return .found(DocumentVersion(name, digest: first, text: text))
  }
}
