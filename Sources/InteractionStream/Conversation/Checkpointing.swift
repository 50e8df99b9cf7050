import InteractionCore

/// When a session is handed to its client: at the end of a gesture, after so many events or so much
/// time of activity, now and then while nothing happens, and together with whatever an input led to
/// that the client could not repeat.
@available(InteractionEngine 1.0, *)
struct Checkpointing: Hashable, Sendable {
  /// Events taken in since the last checkpoint.
  private var events: UInt64 = 0
  /// When the first of them was taken in, in server time.
  private var since: Instant?
  private var last: Instant
  /// Whether a gesture has ended since, or it is wanted for another reason.
  private var isDemanded = false
  /// Whether something was taken in that the client does not send again: a backend's command, a
  /// server's tick, a heartbeat. Nothing that comes of it may be seen without a checkpoint.
  private(set) var isTainted = false

  init(at now: Instant) {
    self.last = now
  }

  /// An event's number was used up, for `event` or, if it was malformed, for nothing.
  mutating func note(_ event: Event?, at now: Instant) {
    self.noteSample(at: now)
    if event?.kind.endsGesture ?? false { self.isDemanded = true }
  }

  /// A sample's number was used up.
  mutating func noteSample(at now: Instant) {
    self.events += 1
    if self.since == nil { self.since = now }
  }

  /// Something was taken in that the client does not send again.
  mutating func taint() {
    self.isTainted = true
  }

  /// The next frame has to bring one.
  mutating func demand() {
    self.isDemanded = true
  }

  /// Everything until now is in the client's hands.
  mutating func reset(at now: Instant) {
    self = Checkpointing(at: now)
  }

  /// Whether a checkpoint is due with the frame that is sent now, which may have directives.
  func isDue(hasDirectives: Bool, at now: Instant, by limits: StreamLimits) -> Bool {
    self.isDemanded || self.events >= limits.checkpointEvents
      || now >= self.nextDeadline(by: limits) || self.isTainted && hasDirectives
  }

  /// Whether one goes with the acknowledgement that leaves now: it would be due before the next
  /// one, or the activity seems to be over.
  ///
  /// - Parameter lastEvent: When the last event came, in server time.
  func ridesAlong(at now: Instant, after lastEvent: Instant, by limits: StreamLimits) -> Bool {
    guard let since = self.since else { return false }
    return now + limits.ackDelay >= since + limits.checkpointDelay
      || now - lastEvent >= TimeSpan(microseconds: limits.ackDelay.microseconds / 2)
  }

  /// When one is due although nothing happens, in server time.
  @inline(__always)
  func nextDeadline(by limits: StreamLimits) -> Instant {
    let idle = self.last + limits.checkpointIdle
    return self.since.map { min($0 + limits.checkpointDelay, idle) } ?? idle
  }
}
