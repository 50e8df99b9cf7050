package import NIOCore
import NIOHTTP2

/// Stands before a connection's HTTP/2 handler, and carries out what ``ConnectionState`` decides.
///
/// Connections take turns: what one read brings beyond a turn waits until the others of the event loop
/// have had theirs, so that a flood delays its own connection.
package final class ConnectionHandler: ChannelDuplexHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = ByteBuffer
  package typealias OutboundOut = ByteBuffer

  var state: ConnectionState
  var calls = StreamMap<any ConnectionCall>()
  var context: ChannelHandlerContext?
  let now: () -> NIODeadline
  private let turns: LoopTurns
  private let refused: (String) -> Void
  private var look: Scheduled<Void>?

  // What is read.
  private var scanner = FrameScanner()
  private(set) var isReading = false

  // What is written: what calls here send, and the HTTP/2 handler's frames, of which some wait.
  var outgoing = ByteBuffer()
  var boundary = FrameBoundary()
  var held = CircularBuffer<HeldWrite>()
  var hasWritten = false

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

  package func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.scheduleLook(context)
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.look?.cancel()
    self.calls = StreamMap()
    for write in self.held { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    self.held = []
  }

  package func channelInactive(context: ChannelHandlerContext) {
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

  // MARK: Reading

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard self.state.phase != .refused else { return }
    self.state.clock.heard()
    self.scanner.append(self.unwrapInboundIn(data))
    if !self.state.turn.isOver { self.receive(context) }
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    if self.state.turn.isOver {
      self.awaitTurn(context)
    } else {
      self.state.turn = ConnectionTurn()
    }
    context.fireChannelReadComplete()
    // Not while the HTTP/2 handler has part of a frame, which it delivers as that comes.
    if self.scanner.isAtBoundary { self.state.readEnded() }
    self.isReading = false
    self.flushOutgoing()
  }

  /// Nothing more is read from a connection that has to wait.
  package func read(context: ChannelHandlerContext) {
    if !self.state.turn.isOver { context.read() }
  }

  /// Goes on when the other connections have had their turn.
  private func awaitTurn(_ context: ChannelHandlerContext) {
    guard !self.state.turn.isAwaited else { return }
    self.state.turn.isAwaited = true
    self.turns.wait(on: context.eventLoop) {
      self.state.turn = ConnectionTurn()
      guard self.state.phase != .refused, context.channel.isActive else { return }
      self.receive(context)
      self.channelReadComplete(context: context)
      self.read(context: context)
    }
  }

  private func receive(_ context: ChannelHandlerContext) {
    self.isReading = true
    while !self.state.turn.isOver, let frame = self.scanner.next() {
      var payload: ByteBuffer?
      if self.state.reads(frame) {
        guard self.scanner.hasWhole(frame) else { break }
        // A call is known as soon as the HTTP/2 handler has its headers.
        self.forwardRun(context)
        payload = self.scanner.payload(of: frame)
      }
      let action = self.state.receive(
        frame, payload, isWritable: context.channel.isWritable, at: self.now())
      if action == .pass {
        self.scanner.pass(frame)
      } else {
        self.carryOut(action, frame, payload, context)
      }
      if self.state.phase == .refused { return }
    }
    self.forwardRun(context)
    self.scanner.release()
    if let room = self.state.windows.droppedRoom() {
      self.outgoing.writeWindowUpdate(of: 0, by: room)
    }
  }

  private func forwardRun(_ context: ChannelHandlerContext) {
    guard let bytes = self.scanner.run() else { return }
    context.fireChannelRead(self.wrapInboundOut(bytes))
    if self.scanner.isAtBoundary { self.state.passed() }
  }

  private func carryOut(
    _ action: ConnectionState.Action, _ frame: FrameHeader, _ payload: ByteBuffer?,
    _ context: ChannelHandlerContext
  ) {
    if case .resize = action {
      for stream in self.state.waiting { self.wake(stream) }
      return self.scanner.pass(frame)
    }
    self.forwardRun(context)
    self.scanner.drop(frame)
    switch action {
    case .deliver(let content):
      self.deliver(content, of: frame, payload, context)
    case .widen:
      self.wake(frame.stream)
    case .widenAll(let told, let isAwaited):
      if told > 0 { self.pass(context) { $0.writeWindowUpdate(of: 0, by: told) } }
      if isAwaited { self.makeRoom() }
    case .acknowledge:
      self.acknowledge(payload, context)
    case .reset(let code):
      self.calls[frame.stream]?.receiveReset(code)
    case .fail(let code):
      self.calls[frame.stream]?.fail(code)
      self.giveSharedRoom()
    case .refuse(let code, let reason):
      self.refuse(code, reason)
    case .pass, .drop, .resize: break
    }
  }

  private func deliver(
    _ content: ConnectionState.Content, of frame: FrameHeader, _ payload: ByteBuffer?,
    _ context: ChannelHandlerContext
  ) {
    if content.length > 0, var bytes = payload {
      bytes.moveReaderIndex(forwardBy: content.start)
      bytes.moveWriterIndex(to: bytes.readerIndex + content.length)
      self.calls[frame.stream]?.receive(bytes)
    }
    if content.endsRequest {
      self.pass(context) {
        $0.writeFrameHeader(
          FrameHeader.Kind.data, flags: FrameHeader.endStreamFlag, stream: frame.stream, length: 0)
      }
    }
    self.giveRoom(on: frame.stream)
    self.giveSharedRoom()
  }

  /// Tells the HTTP/2 handler what it has to know of a frame.
  private func pass(_ context: ChannelHandlerContext, _ write: (inout ByteBuffer) -> Void) {
    var bytes = ByteBuffer()
    write(&bytes)
    context.fireChannelRead(self.wrapInboundOut(bytes))
  }

  private func acknowledge(_ payload: ByteBuffer?, _ context: ChannelHandlerContext) {
    guard let payload else { return }
    self.outgoing.writeFrameHeader(
      FrameHeader.Kind.ping, flags: FrameHeader.ackFlag, length: payload.readableBytes)
    self.outgoing.writeImmutableBuffer(payload)
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
