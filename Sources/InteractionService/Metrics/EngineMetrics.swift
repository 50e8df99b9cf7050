import InteractionCore
import InteractionStream
import InteractionWire
import Metrics

/// The engine's metrics; labels have closed sets of values.
@available(InteractionEngine 1.0, *)
final class EngineMetrics: Sendable {
  /// The number of open sessions.
  let sessionsActive = Meter(label: "interaction_sessions_active")
  /// The lag of the engine's event loops and tasks, seconds.
  let lag = Meter(label: "interaction_lag_seconds")
  /// 1 while draining, otherwise 0.
  private let draining = Meter(label: "interaction_draining")
  /// The sessions by experience and version.
  let experiences = ExperienceMetrics()
  /// The guardrails by variant.
  let variants = VariantMetrics()

  /// The number of jumps of the wall clock.
  let clockJumps = Counter(label: "interaction_clock_jumps_total")

  /// The number of times that a session was throttled.
  let throttled = Counter(label: "interaction_throttled_total")
  /// The number of open sessions that were moved to another version of their experience.
  let sessionsMoved = Counter(label: "interaction_sessions_moved_total")
  /// The number of recordings that ended before their session.
  private let recordingsIncomplete = Counter(label: "interaction_recordings_incomplete_total")
  /// The number of connections refused for lack of capacity.
  private let connectionsRefused = Counter(label: "interaction_connections_refused_total")
  /// The time from the arrival of events until their directives are queued.
  private let decision = Timer(label: "interaction_decision_seconds")

  private let slowConsumers = Counter(label: "interaction_slow_consumers_total")
  private let events = LabelledCounter(
    "interaction_events_total", by: "kind",
    of: InteractionEvent.Kind.labels + [DecodedEvent.malformedLabel])
  /// The counter of the most frequent kind of event.
  private let scrolls: Counter
  private let directives = LabelledCounter(
    "interaction_directives_total", by: "kind", of: Directive.labels)
  private let commands = LabelledCounter(
    "interaction_commands_total", by: "outcome",
    of: ["applied", "unconfirmed", "refused", "invalid"])
  private let ends = LabelledCounter(
    "interaction_rejected_total", by: "reason", of: StreamError.Reason.allCases.map(\.rawValue))
  private let reloads = LabelledCounter(
    "interaction_experience_reloads_total", by: "result", of: ["ok", "error"])
  private let opened: [OpenOutcome: Counter]

  init() {
    self.scrolls = self.events.counter(of: InteractionEvent.Kind.scrollLabel)
    let outcomes: [OpenOutcome] =
      [.new, .resumed(appliedEvent: 0)] + RestartReason.allCases.map { .restarted($0) }
    self.opened = Dictionary(
      uniqueKeysWithValues: outcomes.map { outcome in
        let labels = [("outcome", outcome.label), ("reason", outcome.reason)]
        return (outcome, Counter(label: "interaction_resumes_total", dimensions: labels))
      })
  }

  /// Counts the events of a frame by kind; samples count as scroll events.
  func count(_ frame: borrowing RequestFrame) {
    if let count = frame.sampleCount { return self.scrolls.increment(by: count) }
    if let events = frame.events { self.count(events) }
  }

  private func count(_ events: [DecodedEvent]) {
    if events.count == 1 { return self.events.increment(events[0].label) }
    var rest = events[...]
    while let kind = rest.first?.label {
      // Most frames have events of one kind.
      let run = rest.prefix { $0.label == kind }
      self.events.increment(kind, by: Int64(run.count))
      rest = rest.dropFirst(run.count)
    }
  }

  /// Counts directives by kind.
  func count(_ directives: [Directive]) {
    // By index: copying a directive for its label is expensive.
    for index in directives.indices { self.directives.increment(directives[index].label) }
  }

  /// Counts a backend's command in one session by its outcome.
  func countCommand(_ outcome: String) {
    self.commands.increment(outcome)
  }

  /// Counts an opened session by its outcome.
  func countOpened(_ entry: SessionEntry) {
    let outcome = entry.isResumed ? .resumed(appliedEvent: 0) : entry.outcome
    self.opened[outcome]?.increment()
  }

  /// Counts a stream or call that the server refused or ended.
  func countEnd(_ reason: StreamError.Reason) {
    self.ends.increment(reason.rawValue)
    if reason == .slowConsumer { self.slowConsumers.increment() }
  }

  /// Records the start of a drain.
  func drainBegan() {
    self.draining.set(1)
  }

  /// Counts an incomplete recording.
  func countIncompleteRecording() {
    self.recordingsIncomplete.increment()
  }

  /// Counts a connection refused for lack of capacity.
  func countRefusedConnection() {
    self.connectionsRefused.increment()
  }

  /// Records the time from events to their directives.
  func count(decision span: TimeSpan) {
    self.decision.recordNanoseconds(span.microseconds * 1_000)
  }

  /// Counts a reload of the experience folder.
  func countReload(succeeded: Bool) {
    self.reloads.increment(succeeded ? "ok" : "error")
  }
}

@available(InteractionEngine 1.0, *)
extension DecodedEvent {
  fileprivate static let malformedLabel = "malformed"

  fileprivate var label: String {
    switch self {
    case .malformed: Self.malformedLabel
    case .event(let event): event.kind.label
    }
  }
}
