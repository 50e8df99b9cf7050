import NIOCore
import NIOHTTP2

/// What becomes of a frame that the client sends.
extension ConnectionState {
  enum Action: Hashable {
    /// The frame is grpc-swift's.
    case pass
    /// The frame is of no use any more.
    case drop
    /// A part of a header block, all of which are read here.
    case readHeaders
    /// A PING, which is acknowledged.
    case acknowledge
    /// The client resets a call that is not over.
    case reset(HTTP2ErrorCode)
    /// DATA of a call that is served here.
    case deliver(Content)
    /// A call ends since its client has broken the rules of its stream; the connection stays.
    case fail(HTTP2ErrorCode)
    /// A WINDOW_UPDATE for a stream.
    case widen
    /// A WINDOW_UPDATE for the connection; NIO's HTTP/2 handler is told of so much.
    case widenAll(told: Int)
    /// Settings, which are acknowledged; if they say so, the client takes more, or less, on each
    /// call.
    case settle(resizes: Bool)
    /// The client has heard that the connection ends, and hears which call is the last.
    case sayLast
    /// The client begins no call any more.
    case leave
    /// The connection ends.
    case refuse(FrameHeader.ErrorCode, String)
  }

  /// What of a DATA frame is not padding.
  struct Content: Hashable {
    var start = 0
    var length: Int
    var endsRequest: Bool
  }

  /// Whether the payload of a frame has to be looked at, which waits until it is whole.
  func reads(_ frame: FrameHeader) -> Bool {
    switch frame.kind {
    case FrameHeader.Kind.data:
      frame.payloadLength <= FrameHeader.longestPayload && self.calls[frame.stream]?.flow != nil
    case FrameHeader.Kind.headers, FrameHeader.Kind.continuation:
      frame.payloadLength <= FrameHeader.longestPayload
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
    if let refusal = self.refusal(of: frame) { return refusal }
    switch frame.kind {
    case FrameHeader.Kind.data:
      return self.receive(data: frame, payload, at: now())
    case FrameHeader.Kind.headers, FrameHeader.Kind.continuation:
      return self.receive(headers: frame, payload)
    case FrameHeader.Kind.reset where frame.isReset && self.isKnown(frame.stream):
      return self.receive(reset: frame, payload, at: now())
    case FrameHeader.Kind.settings:
      guard frame.payloadLength <= self.longestSettings, self.budgets.others.spend(at: now())
      else { return Self.tooMuch(frame) }
      return self.receive(settings: frame, payload)
    case FrameHeader.Kind.ping where frame.isPing:
      // For a client that pings and does not read few answers are kept.
      let isAdmitted =
        isWritable()
        ? self.budgets.pings.spend(at: now()) : self.budgets.unread.spend(at: now())
      return isAdmitted ? .acknowledge : Self.tooMuch(frame)
    case FrameHeader.Kind.ping where frame.isPingAnswer:
      guard self.budgets.others.spend(at: now()) else { return Self.tooMuch(frame) }
      let answer = payload?.getInteger(at: payload?.readerIndex ?? 0, as: UInt64.self)
      return answer == FrameHeader.Question.hasHeard.rawValue ? self.goodbyeHeard() : .drop
    case FrameHeader.Kind.windowUpdate:
      return self.receive(windowUpdate: frame, payload, at: now())
    case FrameHeader.Kind.priority where frame.isPriority:
      return self.budgets.strayResets.spend(at: now()) ? .drop : Self.tooMuch(frame)
    case FrameHeader.Kind.goAway where frame.isGoAway:
      return self.budgets.others.spend(at: now()) ? self.clientLeaves() : Self.tooMuch(frame)
    case FrameHeader.Kind.continuation.advanced(by: 1)...
    where frame.payloadLength <= FrameHeader.longestPayload:
      return self.budgets.others.spend(at: now()) ? .drop : Self.tooMuch(frame)
    default: break
    }
    return .pass
  }

  /// Why the connection ends with a frame that comes when it may not.
  private func refusal(of frame: FrameHeader) -> Action? {
    if self.settlement == .awaited, !frame.isSettings {
      return .refuse(.protocolError, "SETTINGS come first")
    }
    let isContinuation = frame.kind == FrameHeader.Kind.continuation
    if let openBlock, !isContinuation || frame.stream != openBlock {
      return .refuse(.protocolError, "something else comes between the parts of a header block")
    }
    if self.openBlock == nil, isContinuation {
      return .refuse(.protocolError, "CONTINUATION without HEADERS")
    }
    return nil
  }

  /// Whether a call has begun on a stream, and may be over, or was refused.
  private func isKnown(_ stream: UInt32) -> Bool {
    stream <= self.newestStream && !stream.isMultiple(of: 2)
  }

  static func tooMuch(_ frame: FrameHeader) -> Action {
    .refuse(
      .enhanceYourCalm, "too much of frames of kind \(frame.kind); send fewer and shorter ones")
  }

  private mutating func receive(
    data frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard frame.payloadLength <= FrameHeader.longestPayload else { return .pass }
    guard let index = self.calls.index(of: frame.stream) else {
      guard self.isKnown(frame.stream) else { return .pass }
      if frame.endsStream { self.owedResets.remove(frame.stream) }
      guard self.budgets.strayData.spend(at: now()) else { return Self.tooMuch(frame) }
      self.windows.dropped += frame.payloadLength
      return .drop
    }
    guard self.calls.elements[index].flow != nil, let payload else { return .pass }
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
    return self.calls.elements[index].flow?.admit(content, frame.payloadLength) ?? .pass
  }

  private mutating func receive(
    reset frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard let call = self.calls[frame.stream] else {
      self.owedResets.remove(frame.stream)
      return self.budgets.strayResets.spend(at: now()) ? .drop : Self.tooMuch(frame)
    }
    guard call.isServed || self.budgets.earlyResets.spend(at: now()) else {
      return Self.tooMuch(frame)
    }
    if call.flow == nil { self.resets.receive(frame.stream) }
    let code = payload?.getInteger(at: payload?.readerIndex ?? 0, as: UInt32.self)
    return .reset(HTTP2ErrorCode(networkCode: Int(code ?? 0)))
  }

  private mutating func receive(
    windowUpdate frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    self.windowUpdates += 1
    guard frame.stream != 0 else {
      guard self.budgets.windowUpdates.spend(at: now()) else { return Self.tooMuch(frame) }
      return payload?.increment.map { self.widen(by: $0) } ?? .pass
    }
    guard self.budgets.callWindowUpdates.spend(at: now()) else { return Self.tooMuch(frame) }
    guard let index = self.calls.index(of: frame.stream) else {
      return self.isKnown(frame.stream) ? .drop : .pass
    }
    guard let increment = payload?.increment else {
      return self.calls.elements[index].flow == nil || payload == nil
        ? .pass : .fail(.protocolError)
    }
    return self.widen(callAt: index, by: increment)
  }
}
