import NIOCore

/// Closes a connection that takes too long to begin, or has no call for too long.
///
/// The transport says goodbye to idle connections itself, but waits for their answer for ever; this
/// waits a little longer, and then for nobody.
final class ConnectionTimer {
  /// How long a client has to go after it was told to.
  static let grace = TimeAmount.seconds(5)

  private let openingTime: TimeAmount
  private let idleTime: TimeAmount
  private var context: ChannelHandlerContext?
  private var scheduled: Scheduled<Void>?
  private var hasOpened = false
  private var calls = 0
  private var idleSince = NIODeadline.distantFuture

  init(limits: ConnectionLimits) {
    self.openingTime = TimeAmount(limits.openingTime)
    self.idleTime = TimeAmount(limits.idleTime) + Self.grace
  }

  func begin(context: ChannelHandlerContext) {
    self.context = context
    self.schedule(in: self.openingTime) { timer in timer.close() }
  }

  func end() {
    self.scheduled?.cancel()
    self.scheduled = nil
    self.context = nil
  }

  /// The first frame has come.
  func opened() {
    guard !self.hasOpened else { return }
    self.hasOpened = true
    self.scheduled?.cancel()
    self.scheduled = nil
    self.becameIdle()
  }

  func callBegan() {
    self.calls += 1
  }

  func callEnded() {
    self.calls -= 1
    if self.calls == 0 { self.becameIdle() }
  }

  private func becameIdle() {
    guard let context else { return }
    self.idleSince = context.eventLoop.now
    // A connection with many short calls keeps one and the same timer.
    if self.scheduled == nil { self.schedule(in: self.idleTime) { timer in timer.look() } }
  }

  private func look() {
    guard let context, self.calls == 0 else { return }
    let idle = context.eventLoop.now - self.idleSince
    guard idle < self.idleTime else { return self.close() }
    self.schedule(in: self.idleTime - idle) { timer in timer.look() }
  }

  private func close() {
    self.context?.close(promise: nil)
  }

  private func schedule(in time: TimeAmount, _ work: @escaping (ConnectionTimer) -> Void) {
    self.scheduled = self.context?.eventLoop.assumeIsolated().scheduleTask(in: time) {
      [weak self] in
      guard let self else { return }
      self.scheduled = nil
      work(self)
    }
  }
}
