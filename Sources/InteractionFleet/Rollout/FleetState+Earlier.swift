/// The result of finding an earlier version by a prefix of its digest.
package enum VersionLookup: Hashable, Sendable {
  case found(DocumentVersion)
  case none
  /// The matching digests, if the prefix is ambiguous.
  case ambiguous([String])
}

extension FleetState {
  /// Finds an earlier version whose text is still stored.
  ///
  /// - Parameter prefix: The beginning of its digest; empty for the newest.
  package func earlier(of name: DocumentName, digest prefix: String) -> VersionLookup {
    let current = self.active[name]?.record.digest
    let texts = self.texts[name] ?? [:]
    let candidates = self.retainedDigests(of: name, limit: .max).filter { digest in
      digest != current && texts[digest] != nil && digest.hasPrefix(prefix)
    }
    guard let first = candidates.first, let text = texts[first] else { return .none }
    guard prefix.isEmpty || candidates.count == 1 else { return .ambiguous(candidates.sorted()) }
    return .found(DocumentVersion(name, digest: first, text: text))
  }
}
