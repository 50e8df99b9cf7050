import InteractionCore
import InteractionWire

/// The statistics and the recording of a session.
struct SessionJournal: Sendable {
  private var recorder: SessionRecorder?
  private(set) var leftOut = UnknownPartCounts()
  private var meter = SessionMetrics()

  /// - Parameter first: The number of events before the recording.
  init(_ configuration: SessionConfiguration, after first: UInt64) {
    if configuration.records { self.recorder = SessionRecorder(configuration, after: first) }
  }

  /// The recording so far; nil unless the session is recorded.
  var recording: SessionRecording? { self.recorder?.recording }

  /// Notes an event of the app.
  mutating func note(_ event: InteractionEvent) {
    self.recorder?.note(event)
  }

  /// Records a frame that the machine has received.
  mutating func note(
    _ message: Proto.Response, _ frame: ResponseFrame, _ received: ClientStream.Received,
    of machine: SessionMachine, at now: MonotonicTime
  ) {
    self.leftOut.note(message)
    let isMeasured = machine.configuration.runsWithClock
    let time = machine.timeline.time(at: now)
    if isMeasured, let sent = frame.heartbeat { self.meter.note(heartbeatOf: sent, at: time) }
    if let opened = frame.opened {
      self.meter.note(opened: opened.outcome)
      self.recorder?.note(opened, epoch: machine.epoch)
    }
    if let acked = frame.ackedEvent { self.recorder?.note(acked: acked) }
    for directive in received.directives {
      self.recorder?.note(directive, applied: machine.stream.ackedEvent)
      if isMeasured { self.meter.note(directive, at: time) }
    }
    let refused = received.notices.filter { $0.reason != .tokenExpires && $0.sequence > 0 }
    self.meter.refused += refused.count
  }

  func statistics(of machine: SessionMachine) -> SessionStatistics {
    let counts = machine.stream.counts
    return SessionStatistics(
      roundTrip: self.meter.roundTrip, latency: self.meter.latency, resumed: self.meter.resumed,
      restarted: self.meter.restarted, eventsSent: counts.sent, samplesSkipped: counts.skipped,
      eventsConflated: machine.stream.outbox.conflated, eventsRefused: self.meter.refused,
      eventsDropped: machine.dropped)
  }
}
