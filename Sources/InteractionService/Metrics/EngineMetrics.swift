import InteractionCore
import InteractionWire
import Metrics

/// What the engine counts; labels come from closed sets only.
final class EngineMetrics: Sendable {
  /// Sessions that are open.
  let sessionsActive = Meter(label: "interaction_sessions_active")
  /// How late the engine is with its work, seconds.
  let lag = Meter(label: "interaction_lag_seconds")

  /// How often a session had to wait that cost too much.
  let heldBack = Counter(label: "interaction_held_back_total")

  private let events = LabelledCounter("interaction_events_total", by: "kind")
  private let directives = LabelledCounter("interaction_directives_total", by: "kind")

  /// Counts the events of a frame by kind.
  func count(_ events: [ReadEvent]) {
    if events.count == 1 { return self.events.increment(events[0].label) }
    var rest = events[...]
    while let kind = rest.first?.label {
      // Most frames hold one kind.
      let run = rest.prefix { $0.label == kind }
      self.events.increment(kind, by: Int64(run.count))
      rest = rest.dropFirst(run.count)
    }
  }

  /// Counts samples.
  func count(_ run: ScrollSamples) {
    self.events.increment(Event.Kind.scrollLabel, by: Int64(run.samples.count))
  }

  /// Counts directives by kind.
  func count(_ directives: [Directive]) {
    // By their places: a directive is too large to be copied for its name.
    for index in directives.indices { self.directives.increment(directives[index].action.label) }
  }

  /// Counts a backend's command in one session by what became of it.
  func countCommand(_ outcome: String) {
    Counter(label: "interaction_commands_total", dimensions: [("outcome", outcome)]).increment()
  }

  /// Counts a session that was opened, by how it came about.
  func countOpened(_ outcome: OpenOutcome) {
    Counter(
      label: "interaction_resumes_total",
      dimensions: [("outcome", outcome.label), ("reason", outcome.reason)]
    ).increment()
  }

  /// Counts a stream or call that was refused or ended by the server.
  func countEnd(_ reason: StreamError.Reason) {
    Counter(label: "interaction_rejected_total", dimensions: [("reason", reason.rawValue)])
      .increment()
    if reason == .slowConsumer { Counter(label: "interaction_slow_consumers_total").increment() }
  }

  /// Counts a look at the experience directory that found something new.
  func countReload(succeeded: Bool) {
    let result = succeeded ? "ok" : "error"
    Counter(label: "interaction_experience_reloads_total", dimensions: [("result", result)])
      .increment()
  }
}

extension ReadEvent {
  fileprivate var label: String {
    switch self {
    case .malformed: "malformed"
    case .event(let event): event.kind.label
    }
  }
}

extension Event.Kind {
  fileprivate static let scrollLabel = "scroll"

  fileprivate var label: String {
    switch self {
    case .open: "open"
    case .scroll: Self.scrollLabel
    case .pointer: "pointer"
    case .tapTab: "tap"
    case .selectTab: "select_tab"
    case .orderToggle: "order_toggle"
    case .tick, .serverTick: "tick"
    case .heldDrags: "held_drags"
    case .animationEnded: "animation_ended"
    case .assetReady, .assetFailed, .assetLooped: "asset"
    case .floor: "floor"
    case .environment: "environment"
    case .background, .foreground: "lifecycle"
    case .account: "account"
    case .menu: "menu"
    case .badge: "badge"
    case .navigate: "navigate"
    case .pageDrag: "page_drag"
    case .swiping: "swiping"
    case .refreshDone: "refresh_done"
    case .holdExpired: "hold_expired"
    case .contentSize: "content_size"
    case .unknown: "unknown"
    }
  }
}

extension Directive.Action {
  fileprivate var label: String {
    switch self {
    case .animate: "animate"
    case .set: "set"
    case .selectTab: "select_tab"
    case .scrollTo, .scrollToItem: "scroll_to"
    case .refresh: "refresh"
    case .snapshot: "snapshot"
    case .refuse: "refusal"
    case .navigate: "navigate"
    case .presentMenu: "present_menu"
    case .requestLogin: "request_login"
    case .media: "media"
    case .haptic: "haptic"
    case .sound: "sound"
    case .perform: "perform"
    }
  }
}
