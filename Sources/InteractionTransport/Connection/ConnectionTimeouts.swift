import NIOCore

/// The timeouts of a connection: opening, keepalive, slow frames and header blocks, idleness.
///
/// Time is counted in sweeps instead of read from a clock: after a busy period of the event loop
/// every client would seem silent, although its bytes wait in the socket and are read next.
///
/// A silent client is probed with a PING. An idle connection gets a GOAWAY before it is closed, so
/// that its client opens no more calls on it.
struct ConnectionTimeouts: Hashable {
  /// The outcome of a sweep.
  enum SweepOutcome: Hashable {
    case keepOpen
    /// A keepalive PING is sent.
    case sendPing
    /// A GOAWAY is sent.
    case sendGoAway
    case close
  }

  private enum Phase: Hashable {
    /// No frame has arrived yet.
    ///
    /// Can transition to: ``idle(sweeps:)``, ``busy(calls:)``.
    case opening(sweeps: Int)
    /// No call is open; the payload counts the sweeps since.
    ///
    /// Can transition to: ``busy(calls:)``.
    case idle(sweeps: Int)
    /// Calls are open.
    ///
    /// Can transition to: ``idle(sweeps:)``.
    case busy(calls: Int)
  }

  /// The time between two sweeps.
  static let period = TimeAmount.seconds(1)
  /// The number of sweeps between the GOAWAY to an idle client and the close.
  private static let grace = 5
  /// The count after activity: the next sweep may follow immediately, and does not count.
  private static let justNow = -1
  /// The minimum bytes per sweep while a frame or header block is incomplete; the slowest links are
  /// faster.
  private static let minimumProgress = 512

  private let openingSweeps: Int
  private let silentSweeps: Int
  private let pingSweeps: Int
  private let idleSweeps: Int
  private var phase = Phase.opening(sweeps: 0)
  /// The number of sweeps since bytes arrived.
  private var sweepsSinceReceived = 0
  /// Bytes received since the last sweep.
  private var bytes = 0
  /// The number of consecutive sweeps at which a frame or header block was incomplete and made too
  /// little progress.
  private var slowSweeps = 0

  init(limits: ConnectionLimits) {
    self.openingSweeps = Self.sweeps(in: limits.openingTime)
    self.silentSweeps = Self.sweeps(in: limits.keepaliveTime + limits.keepaliveTimeout)
    self.pingSweeps = Self.sweeps(in: limits.keepaliveTime)
    self.idleSweeps = Self.sweeps(in: limits.idleTime)
  }

  /// Records received bytes.
  mutating func received(_ count: Int) {
    self.sweepsSinceReceived = Self.justNow
    self.bytes += count
  }

  /// Records a frame.
  mutating func frameReceived() {
    switch self.phase {
    case .opening(let sweeps): self.phase = .idle(sweeps: sweeps)
    case .idle, .busy: break
    }
  }

  mutating func callBegan() {
    switch self.phase {
    case .opening, .idle: self.phase = .busy(calls: 1)
    case .busy(let calls): self.phase = .busy(calls: calls + 1)
    }
  }

  mutating func callEnded() {
    switch self.phase {
    case .busy(let calls) where calls > 1: self.phase = .busy(calls: calls - 1)
    case .busy: self.phase = .idle(sweeps: Self.justNow)
    // Unreachable: a call cannot end before it begins.
    case .opening, .idle: break
    }
  }

  /// Advances the timeouts by one sweep.
  ///
  /// - Parameter isIncomplete: True if a frame or header block is incomplete.
  mutating func sweep(isIncomplete: Bool) -> SweepOutcome {
    self.sweepsSinceReceived += 1
    self.slowSweeps = isIncomplete && self.bytes < Self.minimumProgress ? self.slowSweeps + 1 : 0
    self.bytes = 0
    let isSilent =
      self.sweepsSinceReceived >= self.silentSweeps || self.slowSweeps > self.openingSweeps
    let rest = self.sweepsSinceReceived == self.pingSweeps ? SweepOutcome.sendPing : .keepOpen
    switch self.phase {
    case .opening(let sweeps):
      self.phase = .opening(sweeps: sweeps + 1)
      return isSilent || sweeps + 1 >= self.openingSweeps ? .close : .keepOpen
    case .idle(let sweeps):
      self.phase = .idle(sweeps: sweeps + 1)
      if isSilent || sweeps + 1 >= self.idleSweeps + Self.grace { return .close }
      return sweeps + 1 == self.idleSweeps ? .sendGoAway : rest
    case .busy:
      return isSilent ? .close : rest
    }
  }

  private static func sweeps(in time: Duration) -> Int {
    Int((TimeAmount(time).nanoseconds - 1) / self.period.nanoseconds) + 1
  }
}
