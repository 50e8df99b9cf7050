package import NIOCore

extension ConnectionHandler {
  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !self.state.hasEnded else { return }
    let bytes = self.unwrapInboundIn(data)
    self.state.clock.received(bytes.readableBytes)
    guard self.scanner.append(bytes) else {
      return self.endWithGoAway(.protocolError, "invalid HTTP/2 connection preface")
    }
    if !self.state.readBudget.isExhausted { self.scan(context) }
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    if self.state.readBudget.isExhausted {
      self.yieldTurn(context)
    } else {
      self.state.readBudget.refill()
    }
    self.flushing.readEnded()
    self.flushOutgoing()
  }

  /// Suppresses reads while the connection waits for its next turn.
  package func read(context: ChannelHandlerContext) {
    if !self.state.readBudget.isExhausted { context.read() }
  }

  /// Resumes reading after the other connections of the event loop have had their turn.
  func yieldTurn(_ context: ChannelHandlerContext) {
    guard self.state.readBudget.scheduleNext() else { return }
    self.scheduler.enqueue(on: context.eventLoop) {
      self.state.readBudget.refill()
      guard !self.state.hasEnded, context.channel.isActive else { return }
      self.wakeBlockedCalls()
      self.scan(context)
      self.channelReadComplete(context: context)
      self.read(context: context)
    }
  }

  private func scan(_ context: ChannelHandlerContext) {
    self.flushing.readBegan()
    while !self.state.readBudget.isExhausted, let frame = self.scanner.next() {
      var payload: ByteBuffer?
      if self.state.reads(frame) {
        guard self.scanner.hasWhole(frame) else { break }
        payload = self.scanner.payload(of: frame)
      }
      let action = self.state.decide(
        on: frame, payload, isWritable: context.channel.isWritable, at: self.now())
      self.scanner.take(frame)
      self.carryOut(action, frame, payload)
      if self.state.hasEnded { return }
    }
    self.scanner.release()
    if let room = self.state.windows.droppedWindowUpdate() {
      self.outgoing.writeWindowUpdate(of: 0, by: room)
    }
  }

  private func carryOut(
    _ action: HTTP2ConnectionState.Action, _ frame: FrameHeader, _ payload: ByteBuffer?
  ) {
    switch action {
    case .deliver(let content):
      self.deliver(content, of: frame, payload)
    case .readHeaders:
      self.readHeaders(frame, payload)
    case .wakeStream:
      self.wake(frame.stream)
    case .wakeConnection:
      self.wakeBlockedCalls()
    case .acknowledgeSettings(let resizes):
      self.outgoing.writeFrameHeader(
        FrameHeader.FrameType.settings, flags: FrameHeader.ackFlag, length: 0)
      if resizes { self.wakeBlockedCalls() }
    case .acknowledgePing:
      self.acknowledge(payload)
    case .reset:
      self.calls[frame.stream]?.receiveReset()
    case .streamError(let code):
      self.calls[frame.stream]?.fail(code)
      self.sendConnectionWindowUpdate()
    case .resetClosedStream:
      self.outgoing.writeReset(of: frame.stream, .streamClosed)
    case .sendFinalGoAway: self.sendFinalGoAway()
    case .goAwayReceived: self.closeIfIdle()
    case .connectionError(let code, let reason):
      self.endWithGoAway(code, reason)
    case .drop: break
    }
  }

  private func deliver(
    _ content: HTTP2ConnectionState.DataPayload, of frame: FrameHeader, _ payload: ByteBuffer?
  ) {
    let call = self.calls[frame.stream]
    if content.length > 0, var bytes = payload {
      bytes.moveReaderIndex(forwardBy: content.start)
      bytes.moveWriterIndex(to: bytes.readerIndex + content.length)
      call?.receiveData(bytes)
    }
    if content.endsRequest { call?.receiveEndStream() }
    self.sendWindowUpdate(on: frame.stream)
    self.sendConnectionWindowUpdate()
  }

  private func acknowledge(_ payload: ByteBuffer?) {
    guard let payload else { return }
    self.outgoing.writeFrameHeader(
      FrameHeader.FrameType.ping, flags: FrameHeader.ackFlag, length: payload.readableBytes)
    self.outgoing.writeImmutableBuffer(payload)
  }

  // MARK: Headers

  private func readHeaders(_ frame: FrameHeader, _ payload: ByteBuffer?) {
    guard let payload else { return }
    switch self.headers.read(frame, payload) {
    case .incomplete: break
    case .failed(let code, let reason): self.endWithGoAway(code, reason)
    case .block(let block): self.receive(block)
    case .malformed(let stream, let endsRequest):
      self.receiveMalformed(stream, endsRequest: endsRequest)
    }
  }

  /// Resets the stream of a malformed request, a stream error (RFC 9113 §8.1.1).
  private func receiveMalformed(_ stream: UInt32, endsRequest: Bool) {
    if let call = self.calls[stream] { return call.fail(.protocolError) }
    switch self.state.admit(headersOf: stream, endRequest: endsRequest, at: self.now()) {
    case .begins: self.refuseMalformed(stream)
    case .reset(let code): self.outgoing.writeReset(of: stream, code)
    case .connectionError(let code, let reason): self.endWithGoAway(code, reason)
    case .drop: break
    // Unreachable: no call is open on the stream.
    case .endsRequest, .streamError: break
    }
  }

  private func refuseMalformed(_ stream: UInt32) {
    // As cheap for the client as a rapid reset, so charged to the same budget.
    guard self.state.budgets.earlyResets.take(at: self.now()) else {
      return self.endWithGoAway(.enhanceYourCalm, "malformed request rate limit exceeded")
    }
    self.state.closed.close(stream, by: .resetSent)
    self.outgoing.writeReset(of: stream, .protocolError)
  }

  private func receive(_ block: HeaderBlock) {
    let stream = block.stream
    switch self.state.admit(
      headersOf: stream, endRequest: block.endsRequest, isWritable: self.isWritable, at: self.now())
    {
    case .begins: self.begin(block)
    case .endsRequest where block.headers.areTrailers: self.calls[stream]?.receiveEndStream()
    case .endsRequest: self.calls[stream]?.fail(.protocolError)
    case .drop: break
    case .reset(let code): self.outgoing.writeReset(of: stream, code)
    case .streamError(let code): self.calls[stream]?.fail(code)
    case .connectionError(let code, let reason): self.endWithGoAway(code, reason)
    }
  }

  /// Begins a call, unless its request is malformed.
  private func begin(_ block: HeaderBlock) {
    let stream = block.stream
    let length = block.headers.contentLength ?? 0
    guard block.headers.isWellFormed, !block.endsRequest || length == 0 else {
      return self.refuseMalformed(stream)
    }
    let request = CallRequest(block.headers)
    self.state.callBegan(
      stream, contentLength: request.contentLength, isWhole: block.endsRequest)
    self.services.begin(request, stream, self)
    if block.endsRequest { self.calls[stream]?.receiveEndStream() }
    if self.isQuiescing { self.calls[stream]?.quiesce() }
  }
}
