import NIOCore

extension DirectData {
  /// Above that, what is to be written leaves before everybody has had their say.
  private static let mostOutgoing = 1 << 16

  /// Whether what is sent on a call now leaves now; it hears when it would.
  func hasRoom(_ call: DirectCall) -> Bool {
    let hasRoom =
      call.unsent.readableBytes == 0 && call.sendWindow > 0 && self.window > 0
      && self.held.isEmpty && self.context?.channel.isWritable ?? false
    if !hasRoom { self.wait(call) }
    return hasRoom
  }

  /// Sends as soon as there is room, behind what waits already.
  func send(_ bytes: ByteBuffer, on call: DirectCall) {
    if call.unsent.readableBytes > 0 {
      call.unsent.writeImmutableBuffer(bytes)
    } else {
      call.unsent = bytes
    }
    self.sendUnsent(of: call)
    self.flushOutgoing()
  }

  private func wait(_ call: DirectCall) {
    if !call.isWaiting { self.waiting.append(call) }
    call.isWaiting = true
  }

  private func sendUnsent(of call: DirectCall) {
    // Nothing comes before the answer's headers.
    guard call.isAnswered else { return }
    while call.unsent.readableBytes > 0 {
      let room = min(FrameHeader.longestPayload, call.sendWindow, self.window)
      let length = min(call.unsent.readableBytes, room)
      guard self.held.isEmpty, length > 0,
        let payload = call.unsent.readSlice(length: length)
      else { return self.wait(call) }
      call.sendWindow -= length
      self.window -= length
      self.debt += length
      self.outgoing.writeFrameHeader(FrameHeader.Kind.data, stream: call.stream, length: length)
      self.outgoing.writeImmutableBuffer(payload)
    }
    call.unsent = ByteBuffer()
    guard self.outgoing.readableBytes >= Self.mostOutgoing else { return }
    // At once: the channel counts what is not flushed as what the client does not read.
    self.writeOutgoing()
    self.flushWritten()
  }

  /// There is more room than before, for everybody.
  func makeRoom() {
    self.release()
    for call in self.waiting { self.makeRoom(for: call) }
  }

  /// There is more room than before for a call.
  func makeRoom(for call: DirectCall) {
    self.waiting.removeAll { $0 === call }
    call.isWaiting = false
    guard self.calls[call.stream] === call else { return }
    self.sendUnsent(of: call)
    if self.hasRoom(call) { call.receiver?.roomCame() }
    self.flushOutgoing()
  }

  // MARK: What the handler behind writes

  /// Whether what it writes may pass: the start of a frame, or more of one that has begun.
  func admit(_ bytes: ByteBuffer) -> Bool {
    if self.unwritten > 0 {
      self.unwritten -= bytes.readableBytes
      return true
    }
    guard let header = FrameHeader(at: bytes.readerIndex, in: bytes) else { return true }
    if header.kind == FrameHeader.Kind.data {
      guard header.payloadLength <= self.window else { return false }
      self.window -= header.payloadLength
    }
    if header.kind == FrameHeader.Kind.headers, let call = self.calls[header.stream],
      !call.isAnswered
    {
      call.isAnswered = true
      // Behind the headers.
      self.context?.eventLoop.assumeIsolated().execute { self.makeRoom(for: call) }
    }
    self.unwritten = FrameHeader.length + header.payloadLength - bytes.readableBytes
    return true
  }

  /// Writes what was held, as far as there is room.
  private func release() {
    guard let context else { return }
    while let first = self.held.first, self.admit(first.bytes) {
      self.held.removeFirst()
      context.write(self.wrapOutboundOut(first.bytes), promise: first.promise)
    }
    context.flush()
  }

  // MARK: Leaving

  func writeOutgoing() {
    guard let context, self.outgoing.readableBytes > 0 else { return }
    let bytes = self.outgoing
    self.outgoing = ByteBuffer()
    self.hasWritten = true
    context.write(self.wrapOutboundOut(bytes), promise: nil)
  }

  /// Flushes what is to be written, or leaves that to the end of what is being read.
  func flushOutgoing() {
    guard !self.isReading else { return }
    self.writeOutgoing()
    self.flushWritten()
  }

  private func flushWritten() {
    if self.hasWritten { self.context?.flush() }
    self.hasWritten = false
  }
}
