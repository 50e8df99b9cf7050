import InteractionCore
import InteractionStream

/// The number of sessions by experience and version, for a bounded number of versions: each is a
/// metric series of every engine, and new versions keep coming.
///
/// A version with sessions keeps its series. A new version takes over the series of the one that
/// has been without sessions for longest; if all have sessions, it counts as ``Version/other``.
@available(InteractionEngine 1.0, *)
struct ExperienceSeries: Sendable {
  /// The label values of a version.
  struct Version: Hashable, Sendable {
    /// All versions without a series of their own.
    static let other = Version(experience: "other", digest: "other")

    let experience: String
    let digest: String
  }

  /// The version that an opened session counts as.
  struct CountedVersion: Hashable, Sendable {
    let version: Version
    /// The version whose series is removed for it; nil if none.
    var replaced: Version?
  }

  /// The maximum number of versions with a series.
  static let maximumSeries = 32
  private static let digestLength = 12

  /// The number of sessions of each version with a series, and of the others.
  private var sessions: [Version: Int] = [.other: 0]
  /// The versions with a series and without sessions, longest idle first.
  private var idle: [Version] = []

  /// Returns the number of sessions that count as this version.
  func count(of version: Version) -> Int { self.sessions[version] ?? 0 }

  /// Counts an opened session.
  mutating func open(_ experience: Experience) -> CountedVersion {
    let version = Version(
      experience: experience.name, digest: String(experience.digest.prefix(Self.digestLength)))
    let opening = self.place(for: version)
    self.sessions[opening.version, default: 0] += 1
    self.idle.removeAll { $0 == opening.version }
    return opening
  }

  /// Counts the end of a session of this version.
  mutating func end(_ version: Version) {
    guard let count = self.sessions[version], count > 0 else { return }
    self.sessions[version] = count - 1
    if count == 1, version != .other { self.idle.append(version) }
  }

  private mutating func place(for version: Version) -> CountedVersion {
    if self.sessions[version] != nil || self.sessions.count - 1 < Self.maximumSeries {
      return CountedVersion(version: version)
    }
    guard let oldest = self.idle.first else { return CountedVersion(version: .other) }
    self.idle.removeFirst()
    self.sessions[oldest] = nil
    return CountedVersion(version: version, replaced: oldest)
  }
}
