public import InteractionCore
import InteractionWire

/// A session as its client saw it: what happened, and what came back. It reads as a trace does.
@available(InteractionEngine 1.0, *)
public struct SessionRecording: Hashable, Sendable {
  /// An event and the directives that came for it.
  public struct Step: Hashable, Sendable {
    /// What happened.
    public var event: Event
    /// What the engine answered.
    public var directives: [Directive]
  }

  /// How one of the session's connections came about.
  public struct Opening: Hashable, Sendable {
    /// Counts the connections that were tried, from 1.
    public var epoch: UInt64
    /// The last event that the engine had applied; nil if it began anew.
    public var resumedAfter: UInt64?
    /// Why it began anew, though it was to be resumed.
    public var restart: RestartReason?
    /// The last event that was acknowledged on this connection.
    public var ackedEvent: UInt64
  }

  /// The connections on which the session was open, in order.
  public var openings: [Opening] = []
  /// The experience's name.
  public var experience: String
  /// SHA-256 of its definition, hexadecimal; empty before the session has opened.
  public var digest: String
  /// The surface.
  public var environment: Environment
  /// What the session started from.
  public var current: Restoration?
  /// Where session time started.
  public var start: Instant
  /// What the opening led to.
  public var opening: [Directive]
  /// What happened, in order.
  public var steps: [Step]
}

/// Records a session. Turn the skipping of samples off for a recording that replays exactly; one of
/// a session that was kept across a restart of the app begins in the middle, and does not.
@available(InteractionEngine 1.0, *)
struct SessionRecorder: Sendable {
  private(set) var recording: SessionRecording
  /// The events before the recording, by their numbers.
  private let first: UInt64

  init(_ configuration: SessionConfiguration, after first: UInt64 = 0) {
    self.first = first
    self.recording = SessionRecording(
      experience: configuration.experience, digest: "", environment: configuration.environment,
      current: configuration.current, start: configuration.start, opening: [], steps: [])
  }

  mutating func note(_ opened: OpenedPart, epoch: UInt64) {
    var opening = SessionRecording.Opening(epoch: epoch, ackedEvent: 0)
    switch opened.outcome {
    case .new: break
    case .resumed(let event): opening.resumedAfter = event
    case .restarted(let reason): opening.restart = reason
    }
    self.recording.openings.append(opening)
    self.recording.experience = opened.experience
    self.recording.digest = opened.digest
  }

  /// The engine says that it has applied everything up to `event`.
  mutating func note(acked event: UInt64) {
    let last = self.recording.openings.count - 1
    if last >= 0 { self.recording.openings[last].ackedEvent = event }
  }

  mutating func note(_ event: Event) {
    var event = event
    event.sequence = self.first + UInt64(self.recording.steps.count) + 1
    self.recording.steps.append(SessionRecording.Step(event: event, directives: []))
  }

  /// A directive came, when so many events had been applied: it stands after the event that led to
  /// it, or after the newest one if none did.
  mutating func note(_ directive: Directive, applied: UInt64) {
    var place = applied
    if case .event(let sequence) = directive.cause { place = sequence }
    guard place > self.first, place - self.first <= UInt64(self.recording.steps.count) else {
      self.recording.opening.append(directive)
      return
    }
    self.recording.steps[Int(place - self.first) - 1].directives.append(directive)
  }
}
