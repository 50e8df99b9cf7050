import NIOCore
import NIOHTTP2

extension ConnectionHandler {
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard self.state.phase != .ended else { return }
    let bytes = self.unwrapInboundIn(data)
    self.state.clock.heard(bytes.readableBytes)
    guard self.scanner.append(bytes) else {
      return self.refuse(.protocolError, "this is not HTTP/2")
    }
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
    self.flushing.readEnded()
    self.flushOutgoing()
  }

  /// Nothing more is read from a connection that has to wait.
  func read(context: ChannelHandlerContext) {
    if !self.state.turn.isOver { context.read() }
  }

  /// Goes on when the other connections have had their turn.
  func awaitTurn(_ context: ChannelHandlerContext) {
    guard self.state.turn.wait() else { return }
    self.turns.wait(on: context.eventLoop) {
      self.state.turn.begin()
      guard self.state.phase != .ended, context.channel.isActive else { return }
      self.makeRoom()
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
        payload = self.scanner.payload(of: frame)
      }
      let action = self.state.decide(
        on: frame, payload, isWritable: context.channel.isWritable, at: self.now())
      if case .pass = action {
        self.scanner.pass(frame)
      } else {
        self.passRun()
        self.scanner.drop(frame)
        self.carryOut(action, frame, payload)
      }
      if self.state.phase == .ended { return }
    }
    self.passRun()
    self.scanner.release()
    if let room = self.state.windows.droppedRoom() {
      self.outgoing.writeWindowUpdate(of: 0, by: room)
    }
  }

  private func passRun() {
    if let bytes = self.scanner.run() { self.pass(bytes) }
  }

  private func carryOut(
    _ action: ConnectionState.Action, _ frame: FrameHeader, _ payload: ByteBuffer?
  ) {
    switch action {
    case .deliver(let content):
      self.deliver(content, of: frame, payload)
    case .readHeaders:
      self.readHeaders(frame, payload)
    case .widen:
      self.wake(frame.stream)
    case .widenAll(let told):
      if told > 0, self.state.isHandedOver { self.pass { $0.writeWindowUpdate(of: 0, by: told) } }
      self.makeRoom()
    case .settle(let resizes):
      self.settle(payload)
      if resizes { self.makeRoom() }
    case .acknowledge:
      self.acknowledge(payload)
    case .reset(let code):
      self.call(frame.stream)?.receiveReset(code)
    case .fail(let code):
      self.calls[frame.stream]?.fail(code)
      self.giveSharedRoom()
    case .sayLast: self.sayLast()
    case .leave: self.closeIfOver()
    case .refuse(let code, let reason):
      self.refuse(code, reason)
    case .pass, .drop: break
    }
  }

  private func deliver(
    _ content: ConnectionState.Content, of frame: FrameHeader, _ payload: ByteBuffer?
  ) {
    let call = self.calls[frame.stream]
    if content.length > 0, var bytes = payload {
      bytes.moveReaderIndex(forwardBy: content.start)
      bytes.moveWriterIndex(to: bytes.readerIndex + content.length)
      call?.dataCame(bytes)
    }
    if content.endsRequest { call?.requestEnded() }
    self.giveRoom(on: frame.stream)
    self.giveSharedRoom()
  }

  private func settle(_ payload: ByteBuffer?) {
    var ack = ByteBuffer()
    ack.writeFrameHeader(FrameHeader.Kind.settings, flags: FrameHeader.ackFlag, length: 0)
    if self.state.windows.isHolding {
      // What is held was written before, and must not come after it.
      self.held.append(
        HeldWrites.Write(bytes: ack, header: FrameHeader(at: 0, in: ack), promise: nil))
    } else {
      self.outgoing.writeImmutableBuffer(ack)
    }
    guard self.state.isHandedOver, let settings = payload?.settings else { return }
    self.pass { $0.writeSettings(settings.withoutFrameSize) }
  }

  private func acknowledge(_ payload: ByteBuffer?) {
    guard let payload else { return }
    self.outgoing.writeFrameHeader(
      FrameHeader.Kind.ping, flags: FrameHeader.ackFlag, length: payload.readableBytes)
    self.outgoing.writeImmutableBuffer(payload)
  }

  // MARK: Headers

  private func readHeaders(_ frame: FrameHeader, _ payload: ByteBuffer?) {
    guard let payload else { return }
    switch self.headers.read(frame, payload) {
    case .incomplete: break
    case .failed(let code, let reason): self.refuse(code, reason)
    case .block(let block): self.receive(block)
    case .malformed(let stream): self.receiveMalformed(stream)
    }
  }

  /// A request that no server may take (RFC 9113 §8.1.1): an error of its stream.
  private func receiveMalformed(_ stream: UInt32) {
    if let call = self.call(stream) { return call.fail(.protocolError) }
    switch self.state.admit(headersOf: stream, endRequest: true, at: self.now()) {
    case .begins: self.refuseMalformed(stream)
    case .refuse(let code, let reason): self.refuse(code, reason)
    default: self.outgoing.writeReset(of: stream, .refusedStream)
    }
  }

  private func refuseMalformed(_ stream: UInt32) {
    // It costs its client as little as a reset.
    guard self.state.budgets.earlyResets.spend(at: self.now()) else {
      return self.refuse(.enhanceYourCalm, "too many calls with errors")
    }
    self.outgoing.writeReset(of: stream, .protocolError)
  }

  private func receive(_ block: HeaderBlock) {
    let stream = block.stream
    switch self.state.admit(
      headersOf: stream, endRequest: block.endsRequest, isWritable: self.isWritable, at: self.now())
    {
    case .begins:
      guard block.headers.isWellFormed else { return self.refuseMalformed(stream) }
      if !block.endsRequest, let interact = self.services.interact,
        let call = InteractCall(block.headers)
      {
        interact(call, stream, self)
      } else if self.state.mayHandOver {
        self.pass(block)
      } else {
        self.outgoing.writeReset(of: stream, .refusedStream)
      }
    case .passes: self.pass(block)
    case .endsRequest: self.calls[stream]?.requestEnded()
    case .drop: break
    case .refuseCall: self.outgoing.writeReset(of: stream, .refusedStream)
    case .fail(let code): self.calls[stream]?.fail(code)
    case .refuse(let code, let reason): self.refuse(code, reason)
    }
  }
}
