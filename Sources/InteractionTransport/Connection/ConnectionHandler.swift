import NIOCore

/// Stands before a connection's HTTP/2 handler, and carries out what ``ConnectionState`` decides.
///
/// Connections take turns: what one read brings beyond a turn waits until the others of the event
/// loop have had theirs, so that a flood delays its own connection.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  var state: ConnectionState
  var calls = StreamMap<any ConnectionCall>()
  var context: ChannelHandlerContext?
  let now: () -> NIODeadline
  let turns: LoopTurns
  private let refused: (String) -> Void
  private var look: Scheduled<Void>?

  // What is read.
  var scanner = FrameScanner()

  // What is written: what calls here send, and the HTTP/2 handler's frames, of which some wait.
  var outgoing = ByteBuffer()
  var boundary = FrameBoundary()
  var held = CircularBuffer<HeldWrite>()
  var flushing = Flushing()

  struct HeldWrite {
    let bytes: ByteBuffer
    /// Of a frame that begins here.
    let header: FrameHeader?
    let promise: EventLoopPromise<Void>?
  }

  /// - Parameters:
  ///   - turns: Those of its event loop.
  ///   - refused: Hears why the connection is ended, if it asks for too much.
  init(
    limits: ConnectionLimits = ConnectionLimits(), turns: LoopTurns = LoopTurns(),
    now: @escaping () -> NIODeadline = { .now() }, refused: @escaping (String) -> Void = { _ in }
  ) {
    self.state = ConnectionState(limits, at: now())
    self.now = now
    self.turns = turns
    self.refused = refused
  }

  /// Those that wake its calls.
  var callTimers: CallTimers { self.turns.callTimers }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.scheduleLook(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.look?.cancel()
    self.calls = StreamMap()
    for write in self.held { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    self.held = []
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.look?.cancel()
    // The HTTP/2 handler keeps the streams of a read until that is complete. After an error of the
    // connection it never is, and they would stay for ever.
    context.fireChannelReadComplete()
    context.fireChannelInactive()
  }

  private func scheduleLook(_ context: ChannelHandlerContext) {
    let loop = context.eventLoop.assumeIsolated()
    self.look = loop.scheduleTask(in: ConnectionClock.period) { [weak self] in
      guard let self, let context = self.context else { return }
      switch self.state.clock.look() {
      case .close: return context.close(promise: nil)
      case .sayGoodbye: context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      case .stay: break
      }
      self.scheduleLook(context)
    }
  }

  /// Says why with a GOAWAY, and closes the connection.
  func refuse(_ code: FrameHeader.ErrorCode, _ reason: String) {
    guard let context, self.state.refuse() else { return }
    if code == .enhanceYourCalm { self.refused(reason) }
    let goAway = FrameHeader.goAway(after: self.state.newestStream, code, reason)
    context.writeAndFlush(self.wrapOutboundOut(goAway), promise: nil)
    context.close(promise: nil)
  }
}
