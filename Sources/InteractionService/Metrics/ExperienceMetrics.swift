import InteractionCore
import InteractionStream
import InteractionVariants
import Metrics
import Synchronization

/// The metrics of sessions by experience, version and variant; see ``BoundedSeries``.
@available(InteractionEngine 1.0, *)
final class ExperienceMetrics: Sendable {
  /// The label values of a version.
  struct Version: Hashable, Sendable {
    /// All versions without a series of their own.
    static let other = Version(experience: "other", digest: "other", variant: "other")

    let experience: String
    /// The first twelve digits.
    let digest: String
    /// The variant's name; empty for a session that is in none.
    let variant: String

    fileprivate var labels: [(String, String)] {
      [("experience", self.experience), ("digest", self.digest), ("variant", self.variant)]
    }
  }

  private struct Series: Sendable {
    let sessions: Meter
    let opened: Counter

    init(_ version: Version, _ factory: any MetricsFactory) {
      self.sessions = Meter(
        label: "interaction_experience_sessions", dimensions: version.labels, factory: factory)
      self.opened = Counter(
        label: "interaction_experience_opened_total", dimensions: version.labels, factory: factory)
    }

    func destroy() {
      self.sessions.destroy()
      self.opened.destroy()
    }
  }

  private struct State: Sendable {
    var tally = BoundedSeries(other: Version.other)
    var series: [Version: Series]
  }

  private let state: Mutex<State>
  /// The factory of all metrics. Stored, since series are created on any task or event loop.
  private let factory: any MetricsFactory

  init() {
    let factory = MetricsSystem.factory
    self.factory = factory
    self.state = Mutex(State(series: [.other: Series(.other, factory)]))
  }

  /// Counts an opened session. Returns the version to pass to ``ended(_:)``.
  func opened(_ entry: SessionEntry) -> Version {
    self.state.withLock { state in
      let opening = state.tally.open(Version(entry))
      if let replaced = opening.replaced { state.series.removeValue(forKey: replaced)?.destroy() }
      let series = state.series[opening.labels] ?? Series(opening.labels, self.factory)
      state.series[opening.labels] = series
      series.opened.increment()
      series.sessions.set(state.tally.count(of: opening.labels))
      return opening.labels
    }
  }

  /// Counts the end of a session of this version.
  func ended(_ version: Version) {
    self.state.withLock { state in
      state.tally.end(version)
      state.series[version]?.sessions.set(state.tally.count(of: version))
    }
  }
}

@available(InteractionEngine 1.0, *)
extension ExperienceMetrics.Version {
  init(_ entry: SessionEntry) {
    self.init(
      experience: entry.experience.name, digest: String(entry.experience.digest.prefix(12)),
      variant: entry.selection?.variant ?? "")
  }
}
