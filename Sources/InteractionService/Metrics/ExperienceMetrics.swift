import InteractionCore
import Metrics
import Synchronization

/// The metrics of sessions by experience and version; see ``ExperienceSeries``.
@available(InteractionEngine 1.0, *)
final class ExperienceMetrics: Sendable {
  private struct Series: Sendable {
    let sessions: Meter
    let opened: Counter

    init(_ version: ExperienceSeries.Version, _ factory: any MetricsFactory) {
      let labels = [("experience", version.experience), ("digest", version.digest)]
      self.sessions = Meter(
        label: "interaction_experience_sessions", dimensions: labels, factory: factory)
      self.opened = Counter(
        label: "interaction_experience_opened_total", dimensions: labels, factory: factory)
    }

    func destroy() {
      self.sessions.destroy()
      self.opened.destroy()
    }
  }

  private struct State: Sendable {
    var tally = ExperienceSeries()
    var series: [ExperienceSeries.Version: Series]
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
  func opened(_ experience: Experience) -> ExperienceSeries.Version {
    self.state.withLock { state in
      let opening = state.tally.open(experience)
      if let replaced = opening.replaced { state.series.removeValue(forKey: replaced)?.destroy() }
      let series = state.series[opening.version] ?? Series(opening.version, self.factory)
      state.series[opening.version] = series
      series.opened.increment()
      series.sessions.set(state.tally.count(of: opening.version))
      return opening.version
    }
  }

  /// Counts the end of a session of this version.
  func ended(_ version: ExperienceSeries.Version) {
    self.state.withLock { state in
      state.tally.end(version)
      state.series[version]?.sessions.set(state.tally.count(of: version))
    }
  }
}
