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
        return .refuse(
          .protocolError, "HEADERS on stream \(frame.stream); client streams have odd IDs")
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
      return .refuse(
        .enhanceYourCalm, "HEADERS rate limit exceeded; the client does not read responses")
    }
    guard self.goodbye != .heard, self.calls.elements.count < self.callLimit else {
      self.closed.close(stream, by: .serverReset)
      return self.budgets.strayResets.spend(at: now())
        ? .reset(.refusedStream)
        : .refuse(.enhanceYourCalm, "HEADERS rate limit exceeded for refused streams")
    }
    return .begins
  }

  /// Decides on the header block of a call that has ended.
  private mutating func admit(
    lateHeadersOf stream: UInt32, endRequest: Bool, at now: @autoclosure () -> NIODeadline
  ) -> Admission {
    guard let end = self.closed[stream] else {
      return .refuse(
        .protocolError,
        "HEADERS on stream \(stream) after stream \(self.newestStream); stream IDs must increase")
    }
    guard self.budgets.strayData.spend(at: now()) else {
      return .refuse(.enhanceYourCalm, "HEADERS rate limit exceeded for closed streams")
    }
    guard end != .endOfRequest else {
      return .refuse(.streamClosed, "HEADERS on stream \(stream) after END_STREAM")
    }
    if self.closed.rejects(stream) {
      return self.budgets.closedFrames.spend(at: now())
        ? .reset(.streamClosed)
        : .refuse(.enhanceYourCalm, "HEADERS rate limit exceeded for reset streams")
    }
    if endRequest { self.closed.endRequest(of: stream, by: .endOfRequest) }
    return .drop
  }
}
