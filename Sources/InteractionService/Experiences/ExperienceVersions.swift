import InteractionCore

/// Versions of experiences by digest; the newest few of each name.
@available(InteractionEngine 1.0, *)
struct ExperienceVersions: Sendable {
  private var entries: [String: ExperienceCatalog.Entry] = [:]
  /// The digests of each name, oldest first.
  private var digests: [String: [String]] = [:]

  init() {}

  /// Returns the maximum number of versions of a name: eight of each variant, and as many of its
  /// earlier variants.
  ///
  /// - Parameter variants: The number of versions in the current document.
  static func capacity(variants: Int) -> Int { 8 * (variants + 1) }

  subscript(digest: String) -> ExperienceCatalog.Entry? { self.entries[digest] }

  /// Adds a version as the newest of its name, and removes the oldest ones beyond the capacity.
  mutating func add(_ entry: ExperienceCatalog.Entry, variants: Int = 1) {
    let (name, digest) = (entry.experience.name, entry.experience.digest)
    self.entries[digest] = entry
    var known = (self.digests[name] ?? []).filter { $0 != digest } + [digest]
    let excess = known.count - Self.capacity(variants: variants)
    if excess > 0 {
      for old in known.prefix(excess) { self.entries[old] = nil }
      known.removeFirst(excess)
    }
    self.digests[name] = known
  }

  /// Adds the versions of a document as the newest of its name.
  mutating func add(_ document: ExperienceDocument) {
    let entries = document.entries
    for entry in entries { self.add(entry, variants: entries.count) }
  }
}
