import DequeModule
import NIOCore

/// Stands before a connection's HTTP/2 handler, and carries out what ``ConnectionState`` decides.
///
/// Connections take turns: what one read brings beyond a turn waits until the others of the event
/// loop have had theirs, so that a flood delays its own connection.
final class ConnectionHandler: ChannelDuplexHandler, WatchedConnection {
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

  // What is read, and whether the HTTP/2 handler has been given some of it.
  var scanner = FrameScanner()
  var hasPassed = false

  // What is written: what calls here send, and the HTTP/2 handler's frames, of which some wait.
  var outgoing = ByteBuffer()
  var boundary = FrameBoundary()
  var held = Deque<HeldWrite>()
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
    self.turns.looks.add(self, on: context.eventLoop)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.turns.looks.remove(self)
    self.calls = StreamMap()
    for write in self.held { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    self.held = []
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.turns.looks.remove(self)
    // The HTTP/2 handler keeps the streams of a read until that is complete. After an error of the
    // connection it never is, and they would stay for ever.
    context.fireChannelReadComplete()
    context.fireChannelInactive()
  }

  /// Looks whether the client is still there.
  func look() {
    guard let context else { return }
    switch self.state.clock.look() {
    case .close: context.close(promise: nil)
    case .sayGoodbye: context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    case .ask:
      self.outgoing.writeImmutableBuffer(FrameHeader.question)
      self.flushOutgoing()
    case .stay: break
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
