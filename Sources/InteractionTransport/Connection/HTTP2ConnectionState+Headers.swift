import NIOCore

/// Decisions on received header blocks.
extension HTTP2ConnectionState {
  enum Admission: Hashable {
    /// A call begins.
    case begins
    /// The request ends with trailers.
    case endsRequest
    /// The block is ignored: the call has ended.
    case drop
    /// The stream is reset: the call is refused, or has ended.
    case reset(HTTP2ErrorCode)
    /// A call ends with a stream error.
    case fail(HTTP2ErrorCode)
    /// The connection ends with a connection error.
    case refuse(HTTP2ErrorCode, String)
  }

  /// Receives HEADERS or a CONTINUATION.
  mutating func receive(headers frame: FrameHeader) -> Action {
    if frame.kind == FrameHeader.Kind.headers {
      guard !frame.stream.isMultiple(of: 2) else {
        return .refuse(.protocolError, "HEADERS on a stream that is not the client's")
      }
      self.budgets.callBegan()
    }
    self.openBlock = frame.endsHeaders ? nil : frame.stream
    return .readHeaders
  }

  /// Decides on a complete header block.
  mutating func admit(
    headersOf stream: UInt32, endRequest: Bool, isWritable: @autoclosure () -> Bool = true,
    at now: @autoclosure () -> NIODeadline
  ) -> Admission {
    if let index = self.calls.index(of: stream) {
      return self.calls.elements[index].admitTrailers(endRequest: endRequest)
    }
    guard stream > self.newestStream else {
      return self.admit(lateHeadersOf: stream, endRequest: endRequest, at: now())
    }
    self.newestStream = stream
    guard isWritable() || self.budgets.unread.spend(at: now()) else {
      return .refuse(.enhanceYourCalm, "too many calls of a client that does not read")
    }
    guard self.goodbye != .heard, self.calls.elements.count < self.callLimit else {
      self.closed.close(stream, by: .serverReset)
      return self.budgets.strayResets.spend(at: now())
        ? .reset(.refusedStream) : .refuse(.enhanceYourCalm, "too many calls")
    }
    return .begins
  }

  /// Decides on the header block of a call that has ended.
  private mutating func admit(
    lateHeadersOf stream: UInt32, endRequest: Bool, at now: @autoclosure () -> NIODeadline
  ) -> Admission {
    guard let end = self.closed[stream] else {
      return .refuse(.protocolError, "HEADERS of stream \(stream) after \(self.newestStream)")
    }
    guard self.budgets.strayData.spend(at: now()) else {
      return .refuse(.enhanceYourCalm, "too many trailers of calls that are over")
    }
    guard end != .endOfRequest else {
      return .refuse(.streamClosed, "HEADERS of stream \(stream), which END_STREAM has closed")
    }
    if self.closed.rejects(stream) {
      return self.budgets.closedFrames.spend(at: now())
        ? .reset(.streamClosed)
        : .refuse(.enhanceYourCalm, "too many headers of calls that were reset")
    }
    if endRequest { self.closed.endRequest(of: stream, by: .endOfRequest) }
    return .drop
  }
}
