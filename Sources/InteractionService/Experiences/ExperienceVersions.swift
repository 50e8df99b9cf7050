import InteractionCore

/// Versions of experiences by digest; the newest few of each name.
@available(InteractionEngine 1.0, *)
struct ExperienceVersions: Sendable {
  /// The maximum number of versions per name: eight of each variant.
  static let capacity = 64

  private let limit: Int
  private var entries: [String: ExperienceCatalog.Entry] = [:]
  /// The digests of each name, oldest first.
  private var digests: [String: [String]] = [:]

  init(limit: Int = ExperienceVersions.capacity) { self.limit = limit }

  subscript(digest: String) -> ExperienceCatalog.Entry? { self.entries[digest] }

  /// Adds a version as the newest of its name, and removes the oldest one beyond the capacity.
  mutating func add(_ entry: ExperienceCatalog.Entry) {
    let (name, digest) = (entry.experience.name, entry.experience.digest)
    self.entries[digest] = entry
    var known = (self.digests[name] ?? []).filter { $0 != digest } + [digest]
    if known.count > self.limit { self.entries[known.removeFirst()] = nil }
    self.digests[name] = known
  }
}
