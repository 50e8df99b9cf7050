import NIOCore

/// Closes a connection that takes too long to begin, is silent, or has no call for too long.
///
/// The transport says goodbye to silent and idle connections itself, but waits for their answer for
/// ever; this waits for nobody.
final class ConnectionTimer {
  /// How often it looks.
  private static let period = TimeAmount.seconds(1)
  /// How long an idle client has to go after it was told to.
  private static let grace = TimeAmount.seconds(5)

  private let openingTime: TimeAmount
  private let silentTime: TimeAmount
  private let idleTime: TimeAmount
  private var context: ChannelHandlerContext?
  private var scheduled: Scheduled<Void>?
  private var hasOpened = false
  private var calls = 0
  private var begun = NIODeadline.distantFuture
  private var heardAt = NIODeadline.distantFuture
  private var idleSince = NIODeadline.distantFuture

  init(limits: ConnectionLimits) {
    self.openingTime = TimeAmount(limits.openingTime)
    self.silentTime = TimeAmount(limits.keepaliveTime + limits.keepaliveTimeout)
    self.idleTime = TimeAmount(limits.idleTime) + Self.grace
  }

  func begin(context: ChannelHandlerContext) {
    self.context = context
    self.begun = context.eventLoop.now
    self.heardAt = self.begun
    self.idleSince = self.begun
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
    if let context { self.heardAt = context.eventLoop.now }
  }

  func callBegan() {
    self.calls += 1
  }

  func callEnded() {
    self.calls -= 1
    if self.calls == 0, let context { self.idleSince = context.eventLoop.now }
  }

  private func look() {
    guard let context else { return }
    let now = context.eventLoop.now
    let isLate = !self.hasOpened && now - self.begun >= self.openingTime
    let isSilent = now - self.heardAt >= self.silentTime
    let isIdle = self.calls == 0 && now - self.idleSince >= self.idleTime
    guard isLate || isSilent || isIdle else { return self.schedule() }
    context.close(promise: nil)
  }

  private func schedule() {
    self.scheduled = self.context?.eventLoop.assumeIsolated().scheduleTask(in: Self.period) {
      [weak self] in self?.look()
    }
  }
}
