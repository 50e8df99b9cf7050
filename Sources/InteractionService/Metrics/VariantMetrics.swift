import InteractionCore
import InteractionStream
import InteractionVariants
import Metrics
import Synchronization

/// The guardrail metrics by variant, of sessions that count in outcomes; see ``BoundedSeries``.
@available(InteractionEngine 1.0, *)
final class VariantMetrics: Sendable {
  /// The label values of a variant.
  struct Variant: Hashable, Sendable {
    let experience: String
    let variant: String
    let phase: Int

    fileprivate var labels: [(String, String)] {
      [
        ("experience", self.experience), ("variant", self.variant), ("phase", "\(self.phase)"),
      ]
    }
  }

  /// The metrics of one variant.
  final class Series: Sendable {
    /// The metric label of a directive that refuses a request.
    private static let refusal = "refusal"

    let variant: Variant
    private let opened: Counter
    private let errors: Counter
    private let refusals: Counter
    private let holdsExpired: Counter
    private let decision: Timer

    fileprivate init(_ variant: Variant, _ factory: any MetricsFactory) {
      func counter(_ name: String) -> Counter {
        Counter(label: name, dimensions: variant.labels, factory: factory)
      }
      self.variant = variant
      self.opened = counter("interaction_variant_opened_total")
      self.errors = counter("interaction_variant_errors_total")
      self.refusals = counter("interaction_variant_refusals_total")
      self.holdsExpired = counter("interaction_variant_holds_expired_total")
      self.decision = Timer(
        label: "interaction_variant_decision_seconds", dimensions: variant.labels,
        factory: factory)
    }

    fileprivate func destroy() {
      for counter in [self.opened, self.errors, self.refusals, self.holdsExpired] {
        counter.destroy()
      }
      self.decision.destroy()
    }

    /// Counts a new session.
    func countOpened() { self.opened.increment() }

    /// Counts refusals among directives, and the time until they were decided.
    func count(_ directives: [Directive], after span: TimeSpan) {
      let refusals = directives.indices.count { directives[$0].label == Self.refusal }
      if refusals > 0 { self.refusals.increment(by: Int64(refusals)) }
      self.decision.recordNanoseconds(span.microseconds * 1_000)
    }

    /// Counts holds that ended without a verdict.
    func countExpiredHolds(_ count: Int) { self.holdsExpired.increment(by: Int64(count)) }

    /// Counts a session that ended with an error.
    func countEnd(_ reason: StreamError.Reason?) {
      switch reason {
      case nil, .draining, .superseded, .endedByOperator, .idle: break
      default: self.errors.increment()
      }
    }
  }

  private struct State: Sendable {
    var tally = BoundedSeries(other: Variant(experience: "other", variant: "other", phase: 0))
    var series: [Variant: Series] = [:]
  }

  private let state = Mutex(State())
  private let factory = MetricsSystem.factory

  /// Returns the series of a session; nil if it counts in no outcome, or too many variants have
  /// sessions.
  func opened(_ entry: SessionEntry) -> Series? {
    guard let selection = entry.selection, selection.isCounted else { return nil }
    return self.state.withLock { state in
      let opening = state.tally.open(
        Variant(
          experience: entry.experience.name, variant: selection.variant, phase: selection.phase))
      if let replaced = opening.replaced { state.series.removeValue(forKey: replaced)?.destroy() }
      guard opening.labels != state.tally.other else { return nil }
      let series = state.series[opening.labels] ?? Series(opening.labels, self.factory)
      state.series[opening.labels] = series
      return series
    }
  }

  /// Counts the end of a session.
  func ended(_ series: Series) {
    self.state.withLock { $0.tally.end(series.variant) }
  }
}
