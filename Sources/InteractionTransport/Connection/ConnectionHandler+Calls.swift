import InteractionService
import NIOCore
import NIOHPACK
import NIOHTTP2

/// What the calls of a connection tell it, and ask of it.
extension ConnectionHandler {
  /// A call begins that is served here.
  func callBegan(_ call: any DirectCall, stream: UInt32) {
    self.calls.insert(call, for: stream)
    self.state.callBegan(stream, isServedHere: true)
  }

  /// A call begins that is grpc-swift's.
  func relayedCallBegan(_ call: any ConnectionCall, stream: UInt32) {
    self.relayedCalls.insert(call, for: stream)
    self.state.callBegan(stream, isServedHere: false)
  }

  func call(_ stream: UInt32) -> (any ConnectionCall)? {
    self.calls[stream] ?? self.relayedCalls[stream]
  }

  /// A call ends since its client has broken a rule.
  func callFailed(stream: UInt32) {
    guard !self.state.callFailed(stream, at: self.now()) else { return }
    self.refuse(.enhanceYourCalm, "too many calls with errors")
  }

  /// A call is over for both sides.
  func callEnded(stream: UInt32) {
    if self.calls.remove(stream) == nil { self.relayedCalls.remove(stream) }
    self.state.callEnded(stream)
    self.closeIfOver()
  }

  // MARK: Calls that are served here

  /// The client gets no new room on a call, or gets it again.
  func pause(_ isPaused: Bool, stream: UInt32) {
    self.state.pause(stream, isPaused)
    if !isPaused { self.giveRoom(on: stream) }
  }

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
  func answer(stream: UInt32) {
    self.writeHeaders(.interactAnswer, of: stream)
  }

  /// Ends a call, whose request may not be whole yet.
  func end(stream: UInt32, with trailers: HPACKHeaders) {
    self.writeHeaders(trailers, of: stream, endsStream: true)
    let isWhole = self.state.calls[stream]?.flow?.request == .ended
    self.callEnded(stream: stream)
    if !isWhole { self.resetLater(stream) }
    self.flushOutgoing()
  }

  /// Ends the request of a call that has ended, unless the client does (RFC 9113 §8.1).
  private func resetLater(_ stream: UInt32) {
    guard let context, self.state.oweReset(of: stream) else {
      return self.outgoing.writeReset(of: stream, .noError)
    }
    let time = TimeAmount(self.limits.resetDelay)
    _ = self.callTimers.schedule(in: time, on: context.eventLoop) {
      guard self.state.owedResets.remove(stream) != nil, self.context != nil else { return }
      self.outgoing.writeReset(of: stream, .noError)
      self.flushOutgoing()
    }
  }

  /// Ends a call for both sides.
  func reset(stream: UInt32, _ code: HTTP2ErrorCode) {
    self.outgoing.writeReset(of: stream, code)
    self.callEnded(stream: stream)
    self.flushOutgoing()
  }

  private func writeHeaders(
    _ headers: HPACKHeaders, of stream: UInt32, endsStream: Bool = false
  ) {
    let sizes = self.state.client.confirmTableSize()
    let block = self.turns.headerWriter.block(headers, tableSizes: sizes)
    self.outgoing.writeHeaders(block, of: stream, endsStream: endsStream)
  }
}
