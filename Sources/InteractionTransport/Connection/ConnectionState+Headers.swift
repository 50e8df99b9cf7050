import NIOCore
import NIOHTTP2

/// What becomes of the headers that the client sends.
extension ConnectionState {
  enum Admission: Hashable {
    /// A call begins.
    case begins
    /// The call is grpc-swift's.
    case passes
    /// The request of a call that is served here ends.
    case endsRequest
    /// The call is over.
    case drop
    /// The call does not begin, and the client may begin it elsewhere.
    case refuseCall
    /// A call ends since its client has broken the rules of its stream; the connection stays.
    case fail(HTTP2ErrorCode)
    /// The connection ends.
    case refuse(FrameHeader.ErrorCode, String)
  }

  /// A part of a header block has come.
  mutating func receive(headers frame: FrameHeader, _ payload: ByteBuffer?) -> Action {
    guard payload != nil else {
      return .refuse(
        .frameSize, "headers in a frame of more than \(FrameHeader.longestPayload) bytes")
    }
    if frame.kind == FrameHeader.Kind.headers {
      guard !frame.stream.isMultiple(of: 2) else {
        return .refuse(.protocolError, "HEADERS on a stream that is not the client's")
      }
      self.budgets.callBegan()
    }
    self.openBlock = frame.endsHeaders ? nil : frame.stream
    return .readHeaders
  }

  /// A header block is whole.
  mutating func admit(
    headersOf stream: UInt32, endRequest: Bool, isWritable: @autoclosure () -> Bool = true,
    at now: @autoclosure () -> NIODeadline
  ) -> Admission {
    if let index = self.calls.index(of: stream) {
      return self.calls.elements[index].flow?.admitTrailers(endRequest: endRequest) ?? .passes
    }
    guard stream > self.newestStream else {
      guard endRequest else { return .refuse(.protocolError, "HEADERS of a call that is over") }
      self.owedResets.remove(stream)
      return self.budgets.strayData.spend(at: now())
        ? .drop : .refuse(.enhanceYourCalm, "too many trailers of calls that are over")
    }
    self.newestStream = stream
    guard isWritable() || self.budgets.unread.spend(at: now()) else {
      return .refuse(.enhanceYourCalm, "too many calls of a client that does not read")
    }
    guard self.goodbye != .heard, self.calls.elements.count < self.callLimit else {
      return self.budgets.strayResets.spend(at: now())
        ? .refuseCall : .refuse(.enhanceYourCalm, "too many calls")
    }
    return .begins
  }
}
