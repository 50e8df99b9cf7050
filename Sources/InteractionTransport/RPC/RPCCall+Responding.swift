import GRPCCore
import InteractionService
import NIOCore
import NIOHPACK

/// Sends the response of a call, and ends it.
extension RPCCall {
  /// Sends the response headers, once.
  func write(_ metadata: Metadata) {
    guard case .open(.nothing) = self.phase else { return }
    self.phase = .open(.headers)
    self.connection.sendHeaders(stream: self.stream, HPACKHeaders(answer: metadata))
    self.connection.flushOutgoing()
  }

  /// Sends a message of the response. The writer resumes when few enough bytes are unsent.
  func write(_ message: Message, _ written: CheckedContinuation<Void, any Error>) {
    self.write([:])
    guard case .open = self.phase else { return written.resume(throwing: Self.hasEnded) }
    self.connection.state.callServed(self.stream)
    self.unsent.append(message)
    self.writers.append(written)
    self.sendUnsent()
  }

  static let hasEnded = RPCError(code: .cancelled, message: "the call has ended")

  /// Sends as many of the unsent bytes as the windows allow.
  private func sendUnsent() {
    while !self.unsent.isEmpty, let room = self.connection.sendCapacity(on: self.stream) {
      // All of it is sent, since there is capacity.
      _ = self.connection.send(
        self.unsent.take(min(room.bytes, Self.longestWrite)), on: self.stream)
    }
    guard self.countUnsent() else { return self.reset(.enhanceYourCalm) }
    guard self.unsent.count <= Self.mostUnsent else {
      if self.isWriterCancelled { self.resumeWriters(throwing: CancellationError()) }
      return
    }
    for writer in self.writers { writer.resume() }
    self.writers = []
  }

  /// Resumes the writers: the handler's task is cancelled.
  func cancelWriter() {
    self.isWriterCancelled = true
    self.resumeWriters(throwing: CancellationError())
  }

  private func resumeWriters(throwing error: any Error) {
    for writer in self.writers { writer.resume(throwing: error) }
    self.writers = []
  }

  /// Accounts for the unsent bytes; false if they exceed the limit.
  private func countUnsent() -> Bool {
    let more = self.unsent.count - self.counted
    guard more != 0 else { return true }
    self.counted = self.unsent.count
    self.waiting?.change(by: more)
    return self.connection.state.admit(unread: more)
  }

  func resumeSending() {
    self.sendUnsent()
    self.sendTrailersIfSent()
  }

  // MARK: The end

  /// Ends the response.
  func finish(with status: CallStatus) {
    guard case .open(let answer) = self.phase else { return }
    self.phase = .closing(status, after: answer)
    if self.awaited != .firstFrame { self.sendTrailersIfSent() }
    self.updateTimeout()
  }

  /// Sends the trailers, unless unsent bytes come before them.
  func sendTrailersIfSent() {
    guard case .closing(let status, let answer) = self.phase, self.unsent.isEmpty
    else { return }
    self.connection.state.callServed(self.stream)
    self.release()
    self.connection.end(
      stream: self.stream, with: HPACKHeaders(status: status, isOnly: answer == .nothing))
  }

  /// Ends the call with RST_STREAM.
  func reset(_ code: HTTP2ErrorCode) {
    if case .closed = self.phase { return }
    self.release()
    self.connection.reset(stream: self.stream, code)
    self.cancelHandler(because: Self.hasEnded)
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.connection.callFailed(stream: self.stream)
    self.reset(code)
  }

  func receiveReset() {
    self.release()
    self.connection.callEnded(stream: self.stream)
    self.cancelHandler(because: Self.hasEnded)
  }

  func connectionLost() {
    self.release()
    self.cancelHandler(because: Self.hasEnded)
  }

  func quiesce() {
    self.isQuiescing = true
    self.cancel()
  }

  /// Sets the closure that cancels the handler when the call ends before its response, or the
  /// server shuts down; called immediately if that has happened.
  func onCancel(_ cancel: @escaping () -> Void) {
    self.cancel = cancel
    if case .closed = self.phase { return cancel() }
    if self.isQuiescing { cancel() }
  }

  /// Cancels the handler: the call has ended.
  func cancelHandler(because error: RPCError) {
    self.requests.finish(throwing: error)
    self.resumeWriters(throwing: error)
    self.cancel()
  }

  /// Stops the timer and releases the buffers.
  private func release() {
    self.phase = .closed
    self.stopTime()
    if self.countsAsInProgress { self.connection.state.workEnded() }
    _ = self.connection.state.admit(unfinished: -self.messages.incompleteBytes)
    _ = self.connection.state.admit(unread: -self.counted)
    self.counted = 0
    self.unsent = UnsentMessages()
    self.messages = MessageReader()
    self.waiting?.clear()
  }
}
