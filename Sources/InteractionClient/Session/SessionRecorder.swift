public import InteractionCore
import InteractionWire

/// A session as its client saw it: what happened, and what came back. It reads as a trace does.
public struct SessionRecording: Hashable, Sendable {
  /// An event and the directives that came for it.
  public struct Step: Hashable, Sendable {
    /// What happened.
    public var event: Event
    /// What the engine answered.
    public var directives: [Directive]
  }

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

/// Records a session. Turn the skipping of samples off for a recording that replays exactly.
struct SessionRecorder: Sendable {
  private(set) var recording: SessionRecording

  init(_ configuration: SessionConfiguration) {
    self.recording = SessionRecording(
      experience: configuration.experience, digest: "", environment: configuration.environment,
      current: configuration.current, start: configuration.start, opening: [], steps: [])
  }

  mutating func note(_ opened: OpenedPart) {
    self.recording.experience = opened.experience
    self.recording.digest = opened.digest
  }

  mutating func note(_ event: Event) {
    var event = event
    event.sequence = UInt64(self.recording.steps.count) + 1
    self.recording.steps.append(SessionRecording.Step(event: event, directives: []))
  }

  /// A directive came, when so many events had been applied: it stands after the event that led to
  /// it, or after the newest one if none did.
  mutating func note(_ directive: Directive, applied: UInt64) {
    var place = applied
    if case .event(let sequence) = directive.cause { place = sequence }
    guard place > 0, place <= UInt64(self.recording.steps.count) else {
      self.recording.opening.append(directive)
      return
    }
    self.recording.steps[Int(place) - 1].directives.append(directive)
  }
}
