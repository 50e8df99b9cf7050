import NIOCore

/// When a connection is closed that takes too long to begin, is silent, sends a frame or a header
/// block too slowly, or has no call for too long. One without a call is told to go before, so that
/// its client opens no call on it any more.
///
/// It counts looks, and not time: to an event loop that was busy every client seems to have been
/// silent, though what the clients sent is there and is read next.
///
/// A client that is silent is asked whether it is still there.
struct ConnectionClock: Hashable {
  /// What a look leads to.
  enum Look: Hashable {
    case stay
    /// The client is asked to say something.
    case ask
    /// The client is told to go.
    case sayGoodbye
    case close
  }

  private enum Phase: Hashable {
    /// No frame has come yet.
    ///
    /// Can transition to: ``idle(looks:)``, ``busy(calls:)``.
    case opening(looks: Int)
    /// There is no call, for so many looks.
    ///
    /// Can transition to: ``busy(calls:)``.
    case idle(looks: Int)
    /// Can transition to: ``idle(looks:)``.
    case busy(calls: Int)
  }

  /// Between two looks.
  static let period = TimeAmount.seconds(1)
  /// How many looks an idle client has to go after it was told to.
  private static let grace = 5
  /// The next look may be at once, and does not count.
  private static let justNow = -1
  /// Bytes of what is not whole that have to come between two looks; the slowest links are faster.
  private static let leastProgress = 512

  private let openingLooks: Int
  private let silentLooks: Int
  private let askLooks: Int
  private let idleLooks: Int
  private var phase = Phase.opening(looks: 0)
  /// Looks since bytes came.
  private var looksSinceHeard = 0
  /// Bytes that came since the last look.
  private var bytes = 0
  /// Looks at which something was not whole, and hardly anything came.
  private var slowLooks = 0

  init(limits: ConnectionLimits) {
    self.openingLooks = Self.looks(in: limits.openingTime)
    self.silentLooks = Self.looks(in: limits.keepaliveTime + limits.keepaliveTimeout)
    self.askLooks = Self.looks(in: limits.keepaliveTime)
    self.idleLooks = Self.looks(in: limits.idleTime)
  }

  /// Bytes have come.
  mutating func heard(_ count: Int) {
    self.looksSinceHeard = Self.justNow
    self.bytes += count
  }

  /// A frame has come.
  mutating func opened() {
    switch self.phase {
    case .opening(let looks): self.phase = .idle(looks: looks)
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
    case .busy: self.phase = .idle(looks: Self.justNow)
    // Unreachable: no call ends that has not begun.
    case .opening, .idle: break
    }
  }

  /// - Parameter isUnfinished: Whether a part of a frame or of a header block has come, and the
  ///   rest has not.
  mutating func look(isUnfinished: Bool) -> Look {
    self.looksSinceHeard += 1
    self.slowLooks = isUnfinished && self.bytes < Self.leastProgress ? self.slowLooks + 1 : 0
    self.bytes = 0
    let isSilent =
      self.looksSinceHeard >= self.silentLooks || self.slowLooks > self.openingLooks
    let rest = self.looksSinceHeard == self.askLooks ? Look.ask : .stay
    switch self.phase {
    case .opening(let looks):
      self.phase = .opening(looks: looks + 1)
      return isSilent || looks + 1 >= self.openingLooks ? .close : .stay
    case .idle(let looks):
      self.phase = .idle(looks: looks + 1)
      if isSilent || looks + 1 >= self.idleLooks + Self.grace { return .close }
      return looks + 1 == self.idleLooks ? .sayGoodbye : rest
    case .busy:
      return isSilent ? .close : rest
    }
  }

  private static func looks(in time: Duration) -> Int {
    Int((TimeAmount(time).nanoseconds - 1) / self.period.nanoseconds) + 1
  }
}
