import NIOCore

/// Takes on a listener's connections one after the other, and only so many in a second. The others
/// wait with the operating system, where they cost nothing: ten thousand clients that come at once are
/// heard a little later, and those that are there already hardly notice.
final class AcceptPace: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  /// How long it waits before it looks again.
  static let pause = TimeAmount.milliseconds(1)

  private var allowance: FrameAllowance
  private let now: () -> NIODeadline
  private var isWaiting = false

  init(_ budget: FrameBudget, now: @escaping () -> NIODeadline = { .now() }) {
    self.allowance = FrameAllowance(budget, at: now())
    self.now = now
  }

  /// Sets it up on a listener's channel before that is bound: it then takes on one connection with each
  /// read, and as many wait as the operating system lets.
  static func keep(on listener: any Channel, _ budget: FrameBudget) -> EventLoopFuture<Void> {
    listener.setOption(.maxMessagesPerRead, value: 1).flatMap {
      listener.setOption(.backlog, value: Int32.max)
    }.flatMapThrowing {
      try listener.pipeline.syncOperations.addHandler(AcceptPace(budget))
    }
  }

  func read(context: ChannelHandlerContext) {
    guard !self.isWaiting else { return }
    if self.allowance.take(at: self.now()) { return context.read() }
    self.isWaiting = true
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      self.isWaiting = false
      self.read(context: context)
    }
  }
}
