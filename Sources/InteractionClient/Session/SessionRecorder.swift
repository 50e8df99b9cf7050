public import InteractionCore
import InteractionWire

/// A session from the client's view: its events and the directives received, in the format of a
/// trace.
public struct SessionRecording: Hashable, Sendable {
  /// An event with its directives.
  public struct Step: Hashable, Sendable {
    /// The event.
    public var event: InteractionEvent
    /// The directives that it caused.
    public var directives: [Directive]
  }

  /// An opening of the session on one of its connections.
  public struct Opening: Hashable, Sendable {
    /// The number of the connection, from 1.
    public var epoch: UInt64
    /// The newest event that the engine had applied; nil if the session was not resumed.
    public var resumedAfter: UInt64?
    /// The reason why the session restarted instead of being resumed; nil if it did not.
    public var restart: RestartReason?
    /// The newest event acknowledged on this connection.
    public var ackedEvent: UInt64
  }

  /// The connections on which the session was open, in order.
  public var openings: [Opening] = []
  /// The experience's name.
  public var experience: String
  /// The SHA-256 digest of its definition, hexadecimal; empty before the session has opened.
  public var digest: String
  /// The surface at the opening.
  public var surface: Surface
  /// The state that the session was opened with.
  public var current: RestoredState?
  /// The session time of the opening.
  public var start: Instant
  /// The directives of the opening.
  public var opening: [Directive]
  /// The events with their directives, in order.
  public var steps: [Step]
}

/// Records a session. An exact replay needs `skipsSamples` turned off; the recording of a session
/// restored after a restart of the app begins in the middle and cannot be replayed.
struct SessionRecorder: Sendable {
  private(set) var recording: SessionRecording
  /// The number of events before the recording.
  private let first: UInt64

  init(_ configuration: SessionConfiguration, after first: UInt64 = 0) {
    self.first = first
    self.recording = SessionRecording(
      experience: configuration.experience, digest: "", surface: configuration.surface,
      current: configuration.current, start: configuration.start, opening: [], steps: [])
  }

  mutating func note(_ opened: OpenedMessage, epoch: UInt64) {
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

  /// Records that the engine has applied all events up to `event`.
  mutating func note(acked event: UInt64) {
    let last = self.recording.openings.count - 1
    if last >= 0 { self.recording.openings[last].ackedEvent = event }
  }

  mutating func note(_ event: InteractionEvent) {
    var event = event
    event.sequence = self.first + UInt64(self.recording.steps.count) + 1
    self.recording.steps.append(SessionRecording.Step(event: event, directives: []))
  }

  /// Records a directive under the event that caused it, or under event `applied`, the newest one,
  /// if no event did.
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
