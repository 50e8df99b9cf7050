import InteractionCore
import InteractionStream
import InteractionWire
import Metrics

/// What the engine counts; labels come from closed sets only.
@available(InteractionEngine 1.0, *)
final class EngineMetrics: Sendable {
  /// Sessions that are open.
  let sessionsActive = Meter(label: "interaction_sessions_active")
  /// How late the engine is with its work, seconds.
  let lag = Meter(label: "interaction_lag_seconds")
  /// 1 during a drain, else 0.
  private let draining = Meter(label: "interaction_draining")
  /// The same sessions by experience and version.
  let experiences = ExperienceMetrics()

  /// Jumps of the time of day.
  let clockJumps = Counter(label: "interaction_clock_jumps_total")

  /// How often a session had to wait that cost too much.
  let heldBack = Counter(label: "interaction_held_back_total")
  /// Recordings that end before their session.
  private let recordingsIncomplete = Counter(label: "interaction_recordings_incomplete_total")
  /// Connections that were closed at once, since there were too many.
  private let connectionsRefused = Counter(label: "interaction_connections_refused_total")
  /// From when events arrive until the directives that they lead to wait to be written.
  private let decision = Timer(label: "interaction_decision_seconds")

  private let slowConsumers = Counter(label: "interaction_slow_consumers_total")
  private let events = LabelledCounter(
    "interaction_events_total", by: "kind", of: Event.Kind.labels + [ReadEvent.malformedLabel])
  /// Of those the ones that clients send most.
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
    self.scrolls = self.events.counter(of: Event.Kind.scrollLabel)
    let outcomes: [OpenOutcome] =
      [.new, .resumed(appliedEvent: 0)] + RestartReason.allCases.map { .restarted($0) }
    self.opened = Dictionary(
      uniqueKeysWithValues: outcomes.map { outcome in
        let labels = [("outcome", outcome.label), ("reason", outcome.reason)]
        return (outcome, Counter(label: "interaction_resumes_total", dimensions: labels))
      })
  }

  /// Counts the events of a frame by kind, each of a run of samples as a scroll event.
  func count(_ frame: borrowing RequestFrame) {
    if let count = frame.sampleCount { return self.scrolls.increment(by: count) }
    if let events = frame.events { self.count(events) }
  }

  private func count(_ events: [ReadEvent]) {
    if events.count == 1 { return self.events.increment(events[0].label) }
    var rest = events[...]
    while let kind = rest.first?.label {
      // Most frames hold one kind.
      let run = rest.prefix { $0.label == kind }
      self.events.increment(kind, by: Int64(run.count))
      rest = rest.dropFirst(run.count)
    }
  }

  /// Counts directives by kind.
  func count(_ directives: [Directive]) {
    // By their places: a directive is too large to be copied for its name.
    for index in directives.indices { self.directives.increment(directives[index].label) }
  }

  /// Counts a backend's command in one session by what became of it.
  func countCommand(_ outcome: String) {
    self.commands.increment(outcome)
  }

  /// Counts a session that was opened, by how it came about.
  func countOpened(_ entry: SessionEntry) {
    let outcome = entry.isResumed ? .resumed(appliedEvent: 0) : entry.outcome
    self.opened[outcome]?.increment()
  }

  /// Counts a stream or call that was refused or ended by the server.
  func countEnd(_ reason: StreamError.Reason) {
    self.ends.increment(reason.rawValue)
    if reason == .slowConsumer { self.slowConsumers.increment() }
  }

  /// Shows that the engine goes down.
  func drainBegan() {
    self.draining.set(1)
  }

  /// Counts a recording that misses a part of its session.
  func countIncompleteRecording() {
    self.recordingsIncomplete.increment()
  }

  /// Counts a connection that was one too many.
  func countRefusedConnection() {
    self.connectionsRefused.increment()
  }

  /// Counts how long it took from events to their directives.
  func count(decision span: TimeSpan) {
    self.decision.recordNanoseconds(span.microseconds * 1_000)
  }

  /// Counts a look at the experience directory that found something new.
  func countReload(succeeded: Bool) {
    self.reloads.increment(succeeded ? "ok" : "error")
  }
}

@available(InteractionEngine 1.0, *)
extension ReadEvent {
  fileprivate static let malformedLabel = "malformed"

  fileprivate var label: String {
    switch self {
    case .malformed: Self.malformedLabel
    case .event(let event): event.kind.label
    }
  }
}
