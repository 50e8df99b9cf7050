import InteractionService
import NIOCore
package import NIOHPACK

extension ConnectionHandler {
  /// Registers a call that has begun.
  package func register(_ call: any ConnectionCall, on stream: UInt32) {
    self.calls.insert(call, for: stream)
  }

  /// Charges a call that ends by a stream error to the early-reset budget.
  package func callFailed(stream: UInt32) {
    guard !self.state.callFailed(stream, at: self.now()) else { return }
    self.endWithGoAway(.enhanceYourCalm, "stream error rate limit exceeded")
  }

  /// Removes a call that the client has reset.
  package func callEnded(stream: UInt32) {
    self.calls.remove(stream)
    self.state.callEnded(stream, isReset: true)
    self.state.closed.close(stream, by: .resetReceived)
    self.closeIfIdle()
  }

  // MARK: Receiving

  /// Withholds WINDOW_UPDATEs for a stream, or resumes them.
  func pause(_ isPaused: Bool, stream: UInt32) {
    self.state.pause(stream, isPaused)
    if !isPaused { self.sendWindowUpdate(on: stream) }
  }

  // MARK: Sending

  /// Returns the send capacity of a call; nil if there is none, and the call is then woken when
  /// there is.
  func sendCapacity(on stream: UInt32) -> SendCapacity? {
    self.state.sendRoom(on: stream, isWritable: self.isWritable)
  }

  /// Blocks a call whose next frame exceeds the send capacity until there is more.
  func waitForCapacity(on stream: UInt32) {
    self.state.waitForMoreRoom(on: stream)
  }

  var isWritable: Bool { self.context?.channel.isWritable ?? false }

  /// Sends the response headers of a call.
  func sendHeaders(stream: UInt32, _ headers: HPACKHeaders) {
    self.writeHeaders(headers, of: stream)
  }

  /// Ends a call with trailers. If the request is incomplete, a RST_STREAM follows (RFC 9113 §8.1).
  ///
  /// - Parameter isPatient: True to give the client ``ConnectionLimits/resetDelay`` to end its
  ///   request before the RST_STREAM.
  package func end(stream: UInt32, with trailers: HPACKHeaders, isPatient: Bool = false) {
    self.writeHeaders(trailers, of: stream, endsStream: true)
    self.calls.remove(stream)
    if self.state.callEnded(stream, isReset: false) {
      if isPatient { self.resetLater(stream) } else { self.resetEnded(stream) }
    }
    self.closeIfIdle()
    self.flushOutgoing()
  }

  /// Sends RST_STREAM to an ended call after a delay, unless its request ends before.
  private func resetLater(_ stream: UInt32) {
    guard let context, self.state.mayDelayReset else { return self.resetEnded(stream) }
    let time = TimeAmount(self.limits.resetDelay)
    _ = self.callTimers.schedule(in: time, on: context.eventLoop) {
      guard self.context != nil else { return }
      self.resetEnded(stream)
      self.flushOutgoing()
    }
  }

  private func resetEnded(_ stream: UInt32) {
    guard self.state.closed.resetSent(of: stream) else { return }
    self.outgoing.writeReset(of: stream, .noError)
  }

  /// Ends a call with RST_STREAM.
  package func reset(stream: UInt32, _ code: HTTP2ErrorCode) {
    self.outgoing.writeReset(of: stream, code)
    self.calls.remove(stream)
    self.state.callEnded(stream, isReset: true)
    self.closeIfIdle()
    self.flushOutgoing()
  }

  private func writeHeaders(
    _ headers: HPACKHeaders, of stream: UInt32, endsStream: Bool = false
  ) {
    let sizes = self.state.tableSize.takeUpdates()
    let block = self.scheduler.headerWriter.block(headers, tableSizes: sizes)
    self.outgoing.writeHeaders(block, of: stream, endsStream: endsStream)
  }
}
