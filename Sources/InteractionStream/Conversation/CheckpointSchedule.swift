import InteractionCore

/// The schedule of a session's checkpoints: at the end of a gesture, after a number of events or a
/// time of activity, periodically while idle, and together with the effects of any input that the
/// client could not send again.
@available(InteractionEngine 1.0, *)
struct CheckpointSchedule: Hashable, Sendable {
  /// The number of events since the last checkpoint.
  private var events: UInt64 = 0
  /// The server time of the first of these events; nil without events.
  private var since: Instant?
  private var last: Instant
  /// A Boolean value that indicates whether the next frame must carry a checkpoint, such as at the
  /// end of a gesture.
  private var isDemanded = false
  /// A Boolean value that indicates whether an input that the client cannot send again was applied
  /// since: a backend's command, a server tick, a heartbeat. Its effects must not be sent without a
  /// checkpoint.
  private(set) var hasUnrepeatableInput = false

  init(at now: Instant) {
    self.last = now
  }

  /// Counts an event.
  ///
  /// - Parameter event: The event; nil if it was malformed.
  mutating func note(_ event: InteractionEvent?, at now: Instant) {
    self.noteSample(at: now)
    if event?.kind.endsGesture ?? false { self.isDemanded = true }
  }

  /// Counts a scroll sample.
  mutating func noteSample(at now: Instant) {
    self.events += 1
    if self.since == nil { self.since = now }
  }

  /// Records an input that the client cannot send again.
  mutating func noteUnrepeatableInput() {
    self.hasUnrepeatableInput = true
  }

  /// Requires a checkpoint with the next frame.
  mutating func demand() {
    self.isDemanded = true
  }

  /// Restarts the schedule after a checkpoint.
  mutating func reset(at now: Instant) {
    self = CheckpointSchedule(at: now)
  }

  /// Returns whether the frame that is being sent must carry a checkpoint.
  func isDue(hasDirectives: Bool, at now: Instant, by limits: StreamLimits) -> Bool {
    self.isDemanded || self.events >= limits.checkpointEvents
      || now >= self.nextDeadline(by: limits) || self.hasUnrepeatableInput && hasDirectives
  }

  /// Returns whether a checkpoint is sent early with an acknowledgement: it would be due before the
  /// next one, or the activity seems to be over.
  ///
  /// - Parameter lastEvent: The server time of the last event.
  func piggybacks(at now: Instant, after lastEvent: Instant, by limits: StreamLimits) -> Bool {
    guard let since = self.since else { return false }
    return now + limits.ackDelay >= since + limits.checkpointDelay
      || now - lastEvent >= TimeSpan(microseconds: limits.ackDelay.microseconds / 2)
  }

  /// Returns the server time at which a checkpoint is due without further events.
  @inline(__always)
  func nextDeadline(by limits: StreamLimits) -> Instant {
    let idle = self.last + limits.checkpointIdle
    return self.since.map { min($0 + limits.checkpointDelay, idle) } ?? idle
  }
}
