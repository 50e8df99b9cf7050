import InteractionCore
import InteractionStream

/// How many sessions run by which version of which experience, for a limited number of versions:
/// each is a series of every engine, and there is no end to new versions.
///
/// A version that has sessions keeps its place. If there is none for a new version, the one that
/// has been without sessions for longest gives way; if all have some, the new one's sessions count
/// as ``Version/other``.
@available(InteractionEngine 1.0, *)
struct ExperienceTally: Sendable {
  /// A version, as the labels of a metric have it.
  struct Version: Hashable, Sendable {
    /// All that have no place of their own.
    static let other = Version(experience: "other", digest: "other")

    let experience: String
    let digest: String
  }

  /// What a session is counted as.
  struct Opening: Hashable, Sendable {
    let version: Version
    /// The version that gave way to it.
    var replaced: Version?
  }

  /// Versions with a place of their own.
  static let places = 32
  private static let digestLength = 12

  /// The sessions of each version that has a place, and of the others.
  private var sessions: [Version: Int] = [.other: 0]
  /// The versions that have a place and no sessions; the first of them has had none for longest.
  private var idle: [Version] = []

  /// How many sessions count as this version.
  func count(of version: Version) -> Int { self.sessions[version] ?? 0 }

  /// A session begins.
  mutating func open(_ experience: Experience) -> Opening {
    let version = Version(
      experience: experience.name, digest: String(experience.digest.prefix(Self.digestLength)))
    let opening = self.place(for: version)
    self.sessions[opening.version, default: 0] += 1
    self.idle.removeAll { $0 == opening.version }
    return opening
  }

  /// A session ends that counted as this version.
  mutating func end(_ version: Version) {
    guard let count = self.sessions[version], count > 0 else { return }
    self.sessions[version] = count - 1
    if count == 1, version != .other { self.idle.append(version) }
  }

  private mutating func place(for version: Version) -> Opening {
    if self.sessions[version] != nil || self.sessions.count - 1 < Self.places {
      return Opening(version: version)
    }
    guard let oldest = self.idle.first else { return Opening(version: .other) }
    self.idle.removeFirst()
    self.sessions[oldest] = nil
    return Opening(version: version, replaced: oldest)
  }
}
