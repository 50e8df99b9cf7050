import NIOCore

/// What the calls of a connection tell it, and ask of it.
extension ConnectionHandler {
  /// - Parameter mayBypass: Whether the call's DATA may bypass the HTTP/2 handler.
  func callBegan(_ call: any ConnectionCall, stream: UInt32, mayBypass: Bool = false) {
    self.calls.insert(call, for: stream)
    self.state.callBegan(stream, mayBypass: mayBypass)
  }

  /// A call ends since its client has broken a rule.
  func callFailed(stream: UInt32) {
    guard !self.state.callFailed(stream, at: self.now()) else { return }
    self.refuse(.enhanceYourCalm, "too many calls with errors")
  }

  /// A call is over for both sides.
  func callEnded(stream: UInt32) {
    self.calls.remove(stream)
    self.state.callEnded(stream)
  }

  /// The client gets no new room on a call, or gets it again. Returns whether the call's DATA
  /// bypasses the HTTP/2 handler.
  @discardableResult
  func pause(_ isPaused: Bool, stream: UInt32) -> Bool {
    let bypasses = self.state.pause(stream, isPaused)
    if !isPaused { self.giveRoom(on: stream) }
    return bypasses
  }

  /// Whether what is sent on a call now leaves now; the call hears when it would.
  func hasRoom(stream: UInt32) -> Bool {
    self.state.checkRoom(stream, isWritable: self.context?.channel.isWritable ?? false)
  }
}
