import InteractionService
import NIOCore
package import NIOHPACK

/// What the calls of a connection tell it, and ask of it.
extension ConnectionHandler {
  /// A call that has begun is served.
  package func serve(_ call: any ConnectionCall, on stream: UInt32) {
    self.calls.insert(call, for: stream)
  }

  /// A call ends since its client has broken a rule.
  package func callFailed(stream: UInt32) {
    guard !self.state.callFailed(stream, at: self.now()) else { return }
    self.refuse(.enhanceYourCalm, "too many calls with errors")
  }

  /// A call is over: its client has reset it.
  package func callEnded(stream: UInt32) {
    self.calls.remove(stream)
    self.state.callEnded(stream, isReset: true)
    self.state.closed.close(stream, by: .reset)
    self.closeIfOver()
  }

  // MARK: What calls receive

  /// The client gets no new room on a call, or gets it again.
  func pause(_ isPaused: Bool, stream: UInt32) {
    self.state.pause(stream, isPaused)
    if !isPaused { self.giveRoom(on: stream) }
  }

  // MARK: What calls send

  /// The room for DATA of a call now; nil if there is none, and the call is woken when there is.
  func sendRoom(on stream: UInt32) -> OutputRoom? {
    self.state.sendRoom(on: stream, isWritable: self.isWritable)
  }

  /// There is too little room for what a call wants to send; it is woken when there is more.
  func waitForMoreRoom(on stream: UInt32) {
    self.state.waitForMoreRoom(on: stream)
  }

  var isWritable: Bool { self.context?.channel.isWritable ?? false }

  /// Says that a call is served.
  func answer(stream: UInt32, with headers: HPACKHeaders) {
    self.writeHeaders(headers, of: stream)
  }

  /// Ends a call, whose request may not be whole yet: then a RST_STREAM follows (RFC 9113 §8.1).
  ///
  /// - Parameter isPatient: Whether the client has time to end its request before that.
  package func end(stream: UInt32, with trailers: HPACKHeaders, isPatient: Bool = false) {
    self.writeHeaders(trailers, of: stream, endsStream: true)
    self.calls.remove(stream)
    if self.state.callEnded(stream, isReset: false) {
      if isPatient { self.resetLater(stream) } else { self.resetEnded(stream) }
    }
    self.closeIfOver()
    self.flushOutgoing()
  }

  /// Ends the request of a call that has ended, unless the client does.
  private func resetLater(_ stream: UInt32) {
    guard let context, self.state.mayWaitToReset else { return self.resetEnded(stream) }
    let time = TimeAmount(self.limits.resetDelay)
    _ = self.callTimers.schedule(in: time, on: context.eventLoop) {
      guard self.context != nil else { return }
      self.resetEnded(stream)
      self.flushOutgoing()
    }
  }

  private func resetEnded(_ stream: UInt32) {
    guard self.state.closed.payReset(of: stream) else { return }
    self.outgoing.writeReset(of: stream, .noError)
  }

  /// Ends a call for both sides.
  package func reset(stream: UInt32, _ code: HTTP2ErrorCode) {
    self.outgoing.writeReset(of: stream, code)
    self.calls.remove(stream)
    self.state.callEnded(stream, isReset: true)
    self.closeIfOver()
    self.flushOutgoing()
  }

  private func writeHeaders(
    _ headers: HPACKHeaders, of stream: UInt32, endsStream: Bool = false
  ) {
    let sizes = self.state.tableSize.confirm()
    let block = self.turns.headerWriter.block(headers, tableSizes: sizes)
    self.outgoing.writeHeaders(block, of: stream, endsStream: endsStream)
  }
}
