import NIOCore
import NIOHTTP2

extension ConnectionHandler {
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard self.state.phase != .refused else { return }
    self.state.clock.heard()
    self.scanner.append(self.unwrapInboundIn(data))
    if !self.state.turn.isOver { self.scan(context) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if self.state.turn.isOver {
      self.awaitTurn(context)
    } else {
      self.state.turn.begin()
    }
    if self.hasPassed {
      self.hasPassed = false
      context.fireChannelReadComplete()
    }
    // Not while the HTTP/2 handler has part of a frame, which it delivers as that comes.
    if self.scanner.isAtBoundary { self.state.readEnded() }
    self.flushing.readEnded()
    self.flushOutgoing()
  }

  /// Nothing more is read from a connection that has to wait.
  func read(context: ChannelHandlerContext) {
    if !self.state.turn.isOver { context.read() }
  }

  /// Goes on when the other connections have had their turn.
  private func awaitTurn(_ context: ChannelHandlerContext) {
    guard self.state.turn.wait() else { return }
    self.turns.wait(on: context.eventLoop) {
      self.state.turn.begin()
      guard self.state.phase != .refused, context.channel.isActive else { return }
      self.scan(context)
      self.channelReadComplete(context: context)
      self.read(context: context)
    }
  }

  private func scan(_ context: ChannelHandlerContext) {
    self.flushing.readBegan()
    while !self.state.turn.isOver, let frame = self.scanner.next() {
      var payload: ByteBuffer?
      if self.state.reads(frame) {
        guard self.scanner.hasWhole(frame) else { break }
        // A call is known as soon as the HTTP/2 handler has its headers.
        self.forwardRun(context)
        payload = self.scanner.payload(of: frame)
      }
      let action = self.state.decide(
        on: frame, payload, isWritable: context.channel.isWritable, at: self.now())
      if case .pass = action {
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
    self.hasPassed = true
    context.fireChannelRead(self.wrapInboundOut(bytes))
    if self.scanner.isAtBoundary { self.state.passed() }
  }

  private func carryOut(
    _ action: ConnectionState.Action, _ frame: FrameHeader, _ payload: ByteBuffer?,
    _ context: ChannelHandlerContext
  ) {
    switch action {
    case .resize:
      for stream in self.state.waiting { self.wake(stream) }
      return self.scanner.pass(frame)
    case .settle:
      return self.settle(frame, context)
    default: break
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
    case .pass, .drop, .resize, .settle: break
    }
  }

  private func deliver(
    _ content: ConnectionState.Content, of frame: FrameHeader, _ payload: ByteBuffer?,
    _ context: ChannelHandlerContext
  ) {
    if content.length > 0, var bytes = payload {
      bytes.moveReaderIndex(forwardBy: content.start)
      bytes.moveWriterIndex(to: bytes.readerIndex + content.length)
      self.calls[frame.stream]?.dataCame(bytes)
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

  /// Passes on the client's settings, and that it has the server's.
  private func settle(_ frame: FrameHeader, _ context: ChannelHandlerContext) {
    self.scanner.pass(frame)
    self.forwardRun(context)
    self.pass(context) {
      $0.writeFrameHeader(FrameHeader.Kind.settings, flags: FrameHeader.ackFlag, length: 0)
    }
  }

  /// Tells the HTTP/2 handler what it has to know of a frame.
  private func pass(_ context: ChannelHandlerContext, _ write: (inout ByteBuffer) -> Void) {
    var bytes = ByteBuffer()
    write(&bytes)
    self.hasPassed = true
    context.fireChannelRead(self.wrapInboundOut(bytes))
  }

  private func acknowledge(_ payload: ByteBuffer?, _ context: ChannelHandlerContext) {
    guard let payload else { return }
    self.outgoing.writeFrameHeader(
      FrameHeader.Kind.ping, flags: FrameHeader.ackFlag, length: payload.readableBytes)
    self.outgoing.writeImmutableBuffer(payload)
  }
}
