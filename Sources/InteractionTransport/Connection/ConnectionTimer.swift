import NIOCore

/// Closes a connection that takes too long to begin, is silent, or has no call for too long; the last
/// one is told to go before, so that its client opens no call on it any more.
///
/// It counts how often it has looked, and not the time: to an event loop that was busy everybody seems
/// to have been silent, though what they sent is there and is read next.
///
/// The transport says goodbye to silent connections itself, but waits for their answer for ever; this
/// does not wait.
final class ConnectionTimer {
  /// How often it looks.
  private static let period = TimeAmount.seconds(1)
  /// How many looks an idle client has to go after it was told to.
  private static let grace = 5
  /// The next look may be at once, and does not count.
  private static let justNow = -1

  private let openingLooks: Int
  private let silentLooks: Int
  private let idleLooks: Int
  private var context: ChannelHandlerContext?
  private var scheduled: Scheduled<Void>?
  private var hasOpened = false
  private var calls = 0
  /// Looks since it began, since something came, and since the last call ended.
  private var looks = 0
  private var looksSinceHeard = 0
  private var looksSinceCall = 0

  init(limits: ConnectionLimits) {
    self.openingLooks = Self.looks(in: limits.openingTime)
    self.silentLooks = Self.looks(in: limits.keepaliveTime + limits.keepaliveTimeout)
    self.idleLooks = Self.looks(in: limits.idleTime)
  }

  func begin(context: ChannelHandlerContext) {
    self.context = context
    self.schedule()
  }

  func end() {
    self.scheduled?.cancel()
    self.scheduled = nil
    self.context = nil
  }

  /// The first frame has come.
  func opened() {
    self.hasOpened = true
  }

  /// Something has come.
  func heard() {
    self.looksSinceHeard = Self.justNow
  }

  func callBegan() {
    self.calls += 1
  }

  func callEnded() {
    self.calls -= 1
    self.looksSinceCall = Self.justNow
  }

  private func look() {
    guard let context else { return }
    self.looks += 1
    self.looksSinceHeard += 1
    if self.calls == 0 { self.looksSinceCall += 1 }
    let isLate = !self.hasOpened && self.looks >= self.openingLooks
    let isSilent = self.looksSinceHeard >= self.silentLooks
    let isIdle = self.calls == 0 && self.looksSinceCall >= self.idleLooks + Self.grace
    if isLate || isSilent || isIdle { return context.close(promise: nil) }
    if self.calls == 0, self.looksSinceCall == self.idleLooks {
      context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
    self.schedule()
  }

  private func schedule() {
    self.scheduled = self.context?.eventLoop.assumeIsolated().scheduleTask(in: Self.period) {
      [weak self] in self?.look()
    }
  }

  private static func looks(in time: Duration) -> Int {
    Int((TimeAmount(time).nanoseconds - 1) / self.period.nanoseconds) + 1
  }
}
