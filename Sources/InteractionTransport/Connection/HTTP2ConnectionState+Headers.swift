import NIOCore

/// Decisions on received header blocks.
extension HTTP2ConnectionState {
  enum HeadersDecision: Hashable {
    /// A call begins.
    case begins
    /// The request ends with trailers.
    case endsRequest
    /// The block is ignored: the call has ended.
    case drop
    /// The stream is reset: the call is refused, or has ended.
    case reset(HTTP2ErrorCode)
    /// A call ends with a stream error.
    case streamError(HTTP2ErrorCode)
    /// The connection ends with a connection error.
    case connectionError(HTTP2ErrorCode, String)
  }

  /// Receives HEADERS or a CONTINUATION.
  mutating func receive(headers frame: FrameHeader) -> Action {
    if frame.kind == FrameHeader.FrameType.headers {
      guard !frame.stream.isMultiple(of: 2) else {
        return .connectionError(
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
  ) -> HeadersDecision {
    if let index = self.calls.index(of: stream) {
      return self.calls.elements[index].admitTrailers(endRequest: endRequest)
    }
    guard stream > self.newestStream else {
      return self.admit(lateHeadersOf: stream, endRequest: endRequest, at: now())
    }
    self.newestStream = stream
    guard isWritable() || self.budgets.unread.take(at: now()) else {
      return .connectionError(
        .enhanceYourCalm, "HEADERS rate limit exceeded; the client does not read responses")
    }
    guard self.goAway != .acknowledged, self.calls.elements.count < self.callLimit else {
      self.closed.close(stream, by: .resetSent)
      return self.budgets.lateResets.take(at: now())
        ? .reset(.refusedStream)
        : .connectionError(.enhanceYourCalm, "HEADERS rate limit exceeded for refused streams")
    }
    return .begins
  }

  /// Decides on the header block of a call that has ended.
  private mutating func admit(
    lateHeadersOf stream: UInt32, endRequest: Bool, at now: @autoclosure () -> NIODeadline
  ) -> HeadersDecision {
    guard let end = self.closed[stream] else {
      return .connectionError(
        .protocolError,
        "HEADERS on stream \(stream) after stream \(self.newestStream); stream IDs must increase")
    }
    guard self.budgets.lateData.take(at: now()) else {
      return .connectionError(.enhanceYourCalm, "HEADERS rate limit exceeded for closed streams")
    }
    guard end != .endStreamReceived else {
      return .connectionError(.streamClosed, "HEADERS on stream \(stream) after END_STREAM")
    }
    if self.closed.rejects(stream) {
      return self.budgets.closedFrames.take(at: now())
        ? .reset(.streamClosed)
        : .connectionError(.enhanceYourCalm, "HEADERS rate limit exceeded for reset streams")
    }
    if endRequest { self.closed.endRequest(of: stream, by: .endStreamReceived) }
    return .drop
  }
}
