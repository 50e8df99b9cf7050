import GRPCCore
import InteractionService
import NIOCore
import NIOHPACK

/// Sends the response of a call, and ends it.
extension RPCCall {
  /// Sends the response headers, once.
  func write(_ metadata: Metadata) {
    guard case .serving(.nothing) = self.phase else { return }
    self.phase = .serving(.headers)
    self.connection.answer(stream: self.stream, with: HPACKHeaders(answer: metadata))
    self.connection.flushOutgoing()
  }

  /// Sends a message of the response. The writer resumes when few enough bytes are unsent.
  func write(_ message: Message, _ written: CheckedContinuation<Void, any Error>) {
    self.write([:])
    guard case .serving = self.phase else { return written.resume(throwing: Self.hasEnded) }
    self.connection.state.callServed(self.stream)
    self.unsent.append(message)
    self.writers.append(written)
    self.sendUnsent()
  }

  static let hasEnded = RPCError(code: .cancelled, message: "the call has ended")

  /// Sends as many of the unsent bytes as the windows allow.
  private func sendUnsent() {
    while !self.unsent.isEmpty, let room = self.connection.sendRoom(on: self.stream) {
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

  func roomCame() {
    self.sendUnsent()
    self.leaveIfSent()
  }

  // MARK: The end

  /// Ends the response.
  func finish(with status: CallStatus) {
    guard case .serving(let answer) = self.phase else { return }
    self.phase = .leaving(status, after: answer)
    if self.awaited != .firstFrame { self.leaveIfSent() }
    self.keepTime()
  }

  /// Sends the trailers, unless unsent bytes come before them.
  func leaveIfSent() {
    guard case .leaving(let status, let answer) = self.phase, self.unsent.isEmpty
    else { return }
    self.connection.state.callServed(self.stream)
    self.forget()
    self.connection.end(
      stream: self.stream, with: HPACKHeaders(status: status, isOnly: answer == .nothing))
  }

  /// Ends the call with RST_STREAM.
  func reset(_ code: HTTP2ErrorCode) {
    if case .over = self.phase { return }
    self.forget()
    self.connection.reset(stream: self.stream, code)
    self.drop(because: Self.hasEnded)
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.connection.callFailed(stream: self.stream)
    self.reset(code)
  }

  func receiveReset() {
    self.forget()
    self.connection.callEnded(stream: self.stream)
    self.drop(because: Self.hasEnded)
  }

  func connectionEnded() {
    self.forget()
    self.drop(because: Self.hasEnded)
  }

  func quiesce() {
    self.isQuiescing = true
    self.cancel()
  }

  /// Sets the closure that cancels the handler when the call ends before its response, or the
  /// server shuts down; called immediately if that has happened.
  func whenDropped(_ cancel: @escaping () -> Void) {
    self.cancel = cancel
    if case .over = self.phase { return cancel() }
    if self.isQuiescing { cancel() }
  }

  /// Cancels the handler: the call has ended.
  func drop(because error: RPCError) {
    self.requests.finish(throwing: error)
    self.resumeWriters(throwing: error)
    self.cancel()
  }

  /// Stops the timer and releases the buffers.
  private func forget() {
    self.phase = .over
    self.stopTime()
    if self.isWork { self.connection.state.workEnded() }
    _ = self.connection.state.admit(unfinished: -self.messages.unfinished)
    _ = self.connection.state.admit(unread: -self.counted)
    self.counted = 0
    self.unsent = UnsentMessages()
    self.messages = MessageReader()
    self.waiting?.clear()
  }
}
