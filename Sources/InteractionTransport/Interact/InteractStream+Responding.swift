import GRPCCore
import InteractionService
import InteractionStream
import InteractionWire
import NIOCore
import NIOHPACK

/// Sends the responses of `Interact` from the event loop, and ends the call.
extension InteractStream {
  func write(_ packets: [LiveStream.Packet]) {
    var length = 0
    for case .frame(let bytes, _) in packets { length += MessagePrefix.byteCount + bytes.count }
    if length > 0 {
      var frames = ByteBuffer()
      frames.reserveCapacity(length)
      for case .frame(let bytes, _) in packets {
        let prefix = MessagePrefix(length: bytes.count).fields
        frames.writeMultipleIntegers(prefix.flag, prefix.length)
        frames.writeBytes(bytes)
      }
      self.answer()
      self.connection.state.callServed(self.stream)
      self.append(frames)
      self.sendUnsent()
    }
    if case .end(let error) = packets.last { self.end(with: error) }
  }

  /// The send capacity; nil if there is none, and ``resumeSending()`` is then called when there is.
  var sendCapacity: SendCapacity? {
    self.canEnd ? self.connection.sendCapacity(on: self.stream) : nil
  }

  func waitForCapacity() {
    self.connection.waitForCapacity(on: self.stream)
  }

  /// A Boolean value that indicates whether trailers can be sent, which no flow-control window
  /// limits.
  var canEnd: Bool { self.unsent.readableBytes == 0 }

  /// Appends bytes to the unsent ones.
  private func append(_ bytes: ByteBuffer) {
    if self.unsent.readableBytes > 0 {
      self.unsent.writeImmutableBuffer(bytes)
    } else {
      self.unsent = bytes
    }
  }

  /// Sends as many of the unsent bytes as the windows allow.
  private func sendUnsent() {
    guard self.unsent.readableBytes > 0 else { return }
    // Moved out first: sending may end the call.
    let bytes = self.unsent
    self.unsent = ByteBuffer()
    self.unsent = self.connection.send(bytes, on: self.stream)
  }

  func resumeSending() {
    self.sendUnsent()
    guard self.canEnd else { return }
    if let trailers = self.service.takeTrailers() { return self.sendTrailers(trailers) }
    self.work()
  }

  /// Sends the response headers, once.
  func answer() {
    guard !self.isAnswered else { return }
    self.isAnswered = true
    self.connection.sendHeaders(stream: self.stream, .responseHeaders)
  }

  func asyncWorkEnded() {
    self.answer()
    self.connection.flushOutgoing()
  }

  func discard() {
    self.unsent = ByteBuffer()
  }

  // MARK: The end

  func end(with error: StreamError?) {
    let stream = self.service.stream
    self.finish(with: error)
    stream?.close(with: error)
  }

  /// Ends a call whose request violates gRPC's framing.
  func refuse(_ message: String, _ stream: LiveStream) {
    self.finish(with: RPCError(code: .internalError, message: message))
    stream.receiveEnd(isClean: false)
    stream.close(with: nil)
  }

  /// Sends the trailers, after the unsent bytes.
  private func finish(with error: (any Error & RPCErrorConvertible)?) {
    var ending: (any RPCErrorConvertible)? = error
    if error == nil, self.service.deadlineHasPassed, !self.engine.isShuttingDown {
      ending = RPCError(code: .deadlineExceeded, message: "deadline exceeded")
    }
    let trailers = HPACKHeaders(
      status: ending.map { CallStatus($0) } ?? .ok, isOnly: !self.isAnswered)
    switch self.service.end(with: trailers, areBehind: self.unsent.readableBytes > 0) {
    case .send: self.sendTrailers(trailers)
    case .wait:
      let time = TimeAmount(self.connection.limits.endTimeout)
      self.endTimer = self.timers.schedule(in: time, on: self.loop) {
        self.reset(.enhanceYourCalm)
      }
      self.setTimer()
    case .drop: break
    }
  }

  private func sendTrailers(_ trailers: HPACKHeaders) {
    self.connection.state.callServed(self.stream)
    self.release()
    self.connection.end(stream: self.stream, with: trailers, isPatient: true)
  }

  /// Ends the call with RST_STREAM.
  func reset(_ code: HTTP2ErrorCode) {
    if case .closed = self.service { return }
    self.release()
    self.connection.reset(stream: self.stream, code)
    self.clientDisconnected()
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.connection.callFailed(stream: self.stream)
    self.reset(code)
  }

  func receiveReset() {
    self.release()
    self.connection.callEnded(stream: self.stream)
    self.clientDisconnected()
  }

  func connectionLost() {
    self.release()
    self.clientDisconnected()
  }

  func quiesce() {
    guard let stream = self.service.stream else { return }
    self.handle(stream.cancel(for: self), of: stream)
  }

  /// Cancels the timers and releases the buffers.
  private func release() {
    self.cancelTimer()
    self.endTimer?.cancel()
    self.endTimer = nil
    _ = self.connection.state.admit(unfinished: -self.messages.incompleteBytes)
    self.waiting?.clear()
    self.waiting = nil
    self.messages = MessageReader()
  }
}
