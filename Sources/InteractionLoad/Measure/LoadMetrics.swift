package import Metrics
import Synchronization

/// Live metrics of a running load, its warm-up included.
package final class LoadMetrics: Sendable {
  /// The descriptions of the metrics, by exported name.
  package static let help = [
    "interaction_load_sessions": "Sessions that are open.",
    "interaction_load_sessions_opened_total": "Sessions that opened.",
    "interaction_load_sessions_ended_total": "Sessions that ended, with or without an error.",
    "interaction_load_events_total": "Events that were sent.",
    "interaction_load_directives_total": "Directives that were received.",
    "interaction_load_wrong_directives_total":
      "Directives that were wrong, unexpected or missing.",
    "interaction_load_errors_total": "Failed sessions, by cause.",
    "interaction_load_directive_latency_seconds":
      "Latency from an event's due time to its directive, by trace and kind of directive.",
    "interaction_load_open_latency_seconds": "From the call of Interact to Opened.",
    "interaction_load_generator_lag_seconds":
      "Delay of the generator: from an event's due time to its sending.",
  ]

  private struct Labelled {
    var latency: [DirectiveOrigin: Timer] = [:]
    var errors: [String: Counter] = [:]
  }

  private let factory: any MetricsFactory
  private let sessions: Meter
  private let opened: Counter
  private let ended: Counter
  private let events: Counter
  private let directives: Counter
  private let wrong: Counter
  private let openLatency: Timer
  private let lag: Timer
  private let labelled = Mutex(Labelled())

  package init(_ factory: any MetricsFactory) {
    func counter(_ name: String) -> Counter {
      Counter(label: "interaction_load_\(name)_total", factory: factory)
    }
    func timer(_ name: String) -> Timer {
      Timer(label: "interaction_load_\(name)_seconds", factory: factory)
    }
    self.factory = factory
    self.sessions = Meter(label: "interaction_load_sessions", factory: factory)
    self.opened = counter("sessions_opened")
    self.ended = counter("sessions_ended")
    self.events = counter("events")
    self.directives = counter("directives")
    self.wrong = counter("wrong_directives")
    self.openLatency = timer("open_latency")
    self.lag = timer("generator_lag")
  }

  func active(_ sessions: Int) { self.sessions.set(sessions) }

  func opened(after time: UInt64) {
    self.opened.increment()
    self.openLatency.recordNanoseconds(Int64(clamping: time))
  }

  func sent(_ events: Int, late lag: UInt64?) {
    self.events.increment(by: events)
    if let lag { self.lag.recordNanoseconds(Int64(clamping: lag)) }
  }

  func received(after time: UInt64?, of origin: DirectiveOrigin?) {
    self.directives.increment()
    guard let time, let origin else { return }
    let timer = self.labelled.withLock { labelled in
      if let timer = labelled.latency[origin] { return timer }
      let timer = Timer(
        label: "interaction_load_directive_latency_seconds",
        dimensions: [("trace", origin.trace), ("kind", origin.kind)], factory: self.factory)
      labelled.latency[origin] = timer
      return timer
    }
    timer.recordNanoseconds(Int64(clamping: time))
  }

  func mismatched(_ count: Int) { self.wrong.increment(by: count) }

  func ended(_ end: CallOutcome) {
    self.ended.increment()
    guard end.code != nil else { return }
    let counter = self.labelled.withLock { labelled in
      if let counter = labelled.errors[end.cause] { return counter }
      let counter = Counter(
        label: "interaction_load_errors_total", dimensions: [("cause", end.cause)],
        factory: self.factory)
      labelled.errors[end.cause] = counter
      return counter
    }
    counter.increment()
  }
}
