import NIOCore
import NIOHTTP2

/// What becomes of a frame that the client sends.
extension ConnectionState {
  enum Action: Hashable {
    /// The frame is the HTTP/2 handler's.
    case pass
    /// The frame is of no use any more.
    case drop
    /// A PING, which is acknowledged here.
    case acknowledge
    /// The client resets a call that is not over.
    case reset(HTTP2ErrorCode)
    /// DATA of a call that takes it here.
    case deliver(Content)
    /// A call ends since its client has broken the rules of its stream; the connection stays.
    case fail(HTTP2ErrorCode)
    /// The client takes more on a call.
    case widen
    /// The client takes more on all calls together; the HTTP/2 handler is told of so much.
    case widenAll(told: Int, isAwaited: Bool)
    /// The client's first settings; the frame is the HTTP/2 handler's, and after it an
    /// acknowledgement of the server's.
    case settle
    /// The client takes more, or less, on each call; the frame is the HTTP/2 handler's, too.
    case resize
    /// The connection ends.
    case refuse(FrameHeader.ErrorCode, String)
  }

  /// What of a DATA frame is not padding.
  struct Content: Hashable {
    var start = 0
    var length: Int
    var endsRequest: Bool
  }

  /// Whether the payload of a frame has to be looked at, which waits until it is whole. What is
  /// malformed is the HTTP/2 handler's.
  func reads(_ frame: FrameHeader) -> Bool {
    guard !self.isInHeaderBlock else { return false }
    return switch frame.kind {
    case FrameHeader.Kind.data:
      frame.payloadLength <= FrameHeader.longestPayload
        && self.calls[frame.stream]?.bypass?.route.takesData == true
    case FrameHeader.Kind.reset: frame.isReset
    case FrameHeader.Kind.settings:
      frame.isSettings && frame.payloadLength <= self.longestSettings
    case FrameHeader.Kind.ping: frame.isPing || frame.isPingAnswer
    case FrameHeader.Kind.windowUpdate: frame.payloadLength == 4
    default: false
    }
  }

  /// Takes a frame off its budget, and decides what becomes of it.
  ///
  /// - Parameter payload: Of a frame that is ``reads(_:)``, and whole.
  mutating func decide(
    on frame: FrameHeader, _ payload: ByteBuffer?, isWritable: @autoclosure () -> Bool = true,
    at now: @autoclosure () -> NIODeadline
  ) -> Action {
    self.clock.opened()
    self.turn.spend(frame)
    // The HTTP/2 handler ends the connection if anything but a CONTINUATION comes.
    if self.isInHeaderBlock, frame.kind != FrameHeader.Kind.continuation { return .pass }
    switch frame.kind {
    case FrameHeader.Kind.data:
      return self.receive(data: frame, payload, at: now())
    case FrameHeader.Kind.headers:
      self.newestStream = max(self.newestStream, frame.stream)
      self.budgets.callBegan()
      self.isInHeaderBlock = !frame.endsHeaders
      // Trailers.
      if frame.endsStream { self.requestEnded(frame.stream) }
    case FrameHeader.Kind.continuation:
      self.isInHeaderBlock = !frame.endsHeaders
    case FrameHeader.Kind.reset where frame.isReset && frame.stream <= self.newestStream:
      return self.receive(reset: frame, payload, at: now())
    case FrameHeader.Kind.settings:
      guard frame.payloadLength <= self.longestSettings else { return Self.tooMuch(frame) }
      return self.receive(settings: frame, payload)
    case FrameHeader.Kind.ping where frame.isPing:
      // A client that pings and does not read gets no answers to be kept for it, either.
      return isWritable() && self.budgets.pings.spend(at: now()) ? .acknowledge : .pass
    case FrameHeader.Kind.ping where frame.isPingAnswer:
      guard payload?.getInteger(at: payload?.readerIndex ?? 0) == FrameHeader.questionPayload
      else { return .pass }
      return self.budgets.others.spend(at: now()) ? .drop : Self.tooMuch(frame)
    case FrameHeader.Kind.windowUpdate where frame.stream == 0:
      guard self.budgets.windowUpdates.spend(at: now()) else { return Self.tooMuch(frame) }
      return payload?.increment.map { self.widen(by: $0) } ?? .pass
    case FrameHeader.Kind.windowUpdate:
      guard self.budgets.callWindowUpdates.spend(at: now()) else { return Self.tooMuch(frame) }
      guard let index = self.calls.index(of: frame.stream) else {
        return self.isOver(frame.stream) ? .drop : .pass
      }
      return payload?.increment.map { self.widen(callAt: index, by: $0) } ?? .pass
    case FrameHeader.Kind.goAway, FrameHeader.Kind.continuation.advanced(by: 1)...:
      return self.budgets.others.spend(at: now()) ? .pass : Self.tooMuch(frame)
    default: break
    }
    return .pass
  }

  /// All that was to pass has reached the HTTP/2 handler, up to the end of a frame.
  mutating func passed() {
    if !self.isInHeaderBlock { self.newestBegun = self.newestStream }
  }

  /// Whether the call of a stream that is not known has ended, or has never begun since its HEADERS
  /// were wrong.
  private func isOver(_ stream: UInt32) -> Bool {
    stream != 0 && stream <= self.newestBegun
  }

  private static func tooMuch(_ frame: FrameHeader) -> Action {
    .refuse(
      .enhanceYourCalm, "too much of frames of kind \(frame.kind); send fewer and shorter ones")
  }

  private mutating func receive(
    data frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard frame.payloadLength <= FrameHeader.longestPayload else { return .pass }
    guard let index = self.calls.index(of: frame.stream) else {
      guard self.isOver(frame.stream) else { return .pass }
      guard self.budgets.strayData.spend(at: now()) else { return Self.tooMuch(frame) }
      self.windows.dropped += frame.payloadLength
      return .drop
    }
    switch self.calls.elements[index].bypass?.route {
    case .direct, .paused: break
    case .ended:
      self.windows.received += frame.payloadLength
      return .fail(.streamClosed)
    case .undecided, .behind, .starting, .kept, nil: return .pass
    }
    guard let payload else { return .pass }
    var content = Content(length: frame.payloadLength, endsRequest: frame.endsStream)
    if frame.flags & FrameHeader.paddedFlag != 0 {
      guard let padding = payload.getInteger(at: payload.readerIndex, as: UInt8.self),
        Int(padding) < frame.payloadLength
      else {
        return .refuse(.protocolError, "DATA of more padding than there is room for")
      }
      content.start = 1
      content.length -= 1 + Int(padding)
    }
    self.windows.received += frame.payloadLength
    return self.calls.elements[index].bypass?.admit(content, frame.payloadLength) ?? .pass
  }

  private mutating func receive(
    reset frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard let call = self.calls[frame.stream] else {
      // The HTTP/2 handler may have refused the call meanwhile.
      guard self.isOver(frame.stream) else { return .pass }
      return self.budgets.strayResets.spend(at: now()) ? .drop : Self.tooMuch(frame)
    }
    guard call.isServed || self.budgets.earlyResets.spend(at: now()) else {
      return Self.tooMuch(frame)
    }
    self.resets.receive(frame.stream)
    let code = payload?.getInteger(at: payload?.readerIndex ?? 0, as: UInt32.self)
    return .reset(HTTP2ErrorCode(networkCode: Int(code ?? 0)))
  }
}
