import NIOCore

/// When a connection is closed that takes too long to begin, is silent, or has no call for too
/// long. One without a call is told to go before, so that its client opens no call on it any more.
///
/// It counts looks, and not time: to an event loop that was busy every client seems to have been
/// silent, though what the clients sent is there and is read next.
///
/// The transport says goodbye to silent connections itself, but waits for their answer for ever;
/// this does not wait.
struct ConnectionClock: Hashable {
  /// What a look leads to.
  enum Look: Hashable {
    case stay
    /// The client is told to go.
    case sayGoodbye
    case close
  }

  /// Between two looks.
  static let period = TimeAmount.seconds(1)
  /// How many looks an idle client has to go after it was told to.
  private static let grace = 5
  /// The next look may be at once, and does not count.
  private static let justNow = -1

  private let openingLooks: Int
  private let silentLooks: Int
  private let idleLooks: Int
  private var hasOpened = false
  private var calls = 0
  /// Looks since the connection began, since bytes came, and since the last call ended.
  private var looks = 0
  private var looksSinceHeard = 0
  private var looksSinceCall = 0

  init(limits: ConnectionLimits) {
    self.openingLooks = Self.looks(in: limits.openingTime)
    self.silentLooks = Self.looks(in: limits.keepaliveTime + limits.keepaliveTimeout)
    self.idleLooks = Self.looks(in: limits.idleTime)
  }

  /// Bytes have come.
  mutating func heard() {
    self.looksSinceHeard = Self.justNow
  }

  /// A frame has come.
  mutating func opened() {
    self.hasOpened = true
  }

  mutating func callBegan() {
    self.calls += 1
  }

  mutating func callEnded() {
    self.calls -= 1
    self.looksSinceCall = Self.justNow
  }

  mutating func look() -> Look {
    self.looks += 1
    self.looksSinceHeard += 1
    if self.calls == 0 { self.looksSinceCall += 1 }
    let isLate = !self.hasOpened && self.looks >= self.openingLooks
    let isSilent = self.looksSinceHeard >= self.silentLooks
    let isIdle = self.calls == 0 && self.looksSinceCall >= self.idleLooks + Self.grace
    if isLate || isSilent || isIdle { return .close }
    return self.calls == 0 && self.looksSinceCall == self.idleLooks ? .sayGoodbye : .stay
  }

  private static func looks(in time: Duration) -> Int {
    Int((TimeAmount(time).nanoseconds - 1) / self.period.nanoseconds) + 1
  }
}
