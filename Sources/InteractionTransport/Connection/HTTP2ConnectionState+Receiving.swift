import NIOCore

/// Decisions on received frames.
extension HTTP2ConnectionState {
  enum Action: Hashable {
    /// The frame is ignored.
    case drop
    /// HEADERS or a CONTINUATION is read.
    case readHeaders
    /// A PING is acknowledged.
    case acknowledge
    /// The client resets an open call.
    case reset
    /// DATA is delivered to a call.
    case deliver(Content)
    /// A call ends with a stream error.
    case fail(HTTP2ErrorCode)
    /// A frame on a stream that the client has closed is answered by RST_STREAM.
    case rejectClosed
    /// A WINDOW_UPDATE has widened a stream's window.
    case widen
    /// A WINDOW_UPDATE has widened the connection's window.
    case widenAll
    /// SETTINGS are acknowledged.
    ///
    /// - Parameter resizes: True if they changed the initial window size.
    case settle(resizes: Bool)
    /// The final GOAWAY is sent, since the client has acknowledged the first.
    case sayLast
    /// The client has sent GOAWAY.
    case leave
    /// The connection ends with a connection error.
    case refuse(HTTP2ErrorCode, String)
  }

  /// The DATA payload without padding.
  struct Content: Hashable {
    var start = 0
    var length: Int
    var endsRequest: Bool
  }

  /// Returns whether a frame's payload is needed, which must then be complete.
  func reads(_ frame: FrameHeader) -> Bool {
    guard frame.payloadLength <= FrameHeader.longestPayload else { return false }
    return switch frame.kind {
    case FrameHeader.Kind.data: self.calls.index(of: frame.stream) != nil
    case FrameHeader.Kind.settings: frame.payloadLength <= self.longestSettings
    case FrameHeader.Kind.headers, FrameHeader.Kind.continuation, FrameHeader.Kind.ping,
      FrameHeader.Kind.windowUpdate:
      true
    default: false
    }
  }

  /// Charges a frame to its budget, and decides on it.
  ///
  /// - Parameter payload: The complete payload of a frame for which ``reads(_:)`` is true.
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
      return self.receive(headers: frame)
    case FrameHeader.Kind.priority:
      return self.budgets.strayResets.spend(at: now()) ? .drop : Self.tooMuch(frame)
    case FrameHeader.Kind.reset:
      return self.receive(resetOf: frame, at: now())
    case FrameHeader.Kind.settings:
      guard frame.payloadLength <= self.longestSettings else {
        return .refuse(
          .enhanceYourCalm,
          "SETTINGS has \(frame.payloadLength) bytes; at most \(self.longestSettings)")
      }
      guard self.budgets.others.spend(at: now()) else { return Self.tooMuch(frame) }
      return self.receive(settings: frame, payload)
    case FrameHeader.Kind.ping where !frame.isAck:
      // Acknowledgements to a client that does not read accumulate, so its budget is smaller.
      let isAdmitted =
        isWritable()
        ? self.budgets.pings.spend(at: now()) : self.budgets.unread.spend(at: now())
      return isAdmitted ? .acknowledge : Self.tooMuch(frame)
    case FrameHeader.Kind.ping:
      guard self.budgets.others.spend(at: now()) else { return Self.tooMuch(frame) }
      let answer = payload?.getInteger(at: payload?.readerIndex ?? 0, as: UInt64.self)
      return answer == FrameHeader.Question.hasHeard.rawValue ? self.goodbyeHeard() : .drop
    case FrameHeader.Kind.goAway:
      return self.budgets.others.spend(at: now()) ? self.clientLeaves() : Self.tooMuch(frame)
    case FrameHeader.Kind.windowUpdate:
      return self.receive(windowUpdate: frame, payload, at: now())
    default:
      return self.budgets.others.spend(at: now()) ? .drop : Self.tooMuch(frame)
    }
  }

  /// Returns the connection error of a frame that is malformed or out of order; nil if there is
  /// none.
  private func refusal(of frame: FrameHeader) -> Action? {
    if self.settlement == .awaited, frame.kind != FrameHeader.Kind.settings || frame.isAck {
      return .refuse(.protocolError, "the first frame must be SETTINGS")
    }
    let isContinuation = frame.kind == FrameHeader.Kind.continuation
    if let openBlock, !isContinuation || frame.stream != openBlock {
      return .refuse(
        .protocolError,
        "\(frame.name) on stream \(frame.stream); expected CONTINUATION on stream \(openBlock)")
    }
    if self.openBlock == nil, isContinuation {
      return .refuse(.protocolError, "CONTINUATION without HEADERS")
    }
    if let fault = frame.fault { return .refuse(fault.code, fault.reason) }
    if frame.isOfOpenStream, !self.hasBegun(frame.stream) {
      return .refuse(
        .protocolError, "\(frame.name) on stream \(frame.stream), which is idle")
    }
    return nil
  }

  /// Returns whether a stream is or was opened by the client, or refused.
  private func hasBegun(_ stream: UInt32) -> Bool {
    stream <= self.newestStream && !stream.isMultiple(of: 2)
  }

  static func tooMuch(_ frame: FrameHeader) -> Action {
    .refuse(.enhanceYourCalm, "\(frame.name) rate limit exceeded")
  }

  private mutating func receive(
    data frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard let index = self.calls.index(of: frame.stream) else {
      return self.receive(lateData: frame, at: now())
    }
    var content = Content(length: frame.payloadLength, endsRequest: frame.endsStream)
    if frame.isPadded {
      guard let payload,
        let padding = payload.getInteger(at: payload.readerIndex, as: UInt8.self),
        Int(padding) < frame.payloadLength
      else {
        return .refuse(.protocolError, "DATA has more padding than payload")
      }
      content.start = 1
      content.length -= 1 + Int(padding)
    }
    self.windows.received += frame.payloadLength
    return self.calls.elements[index].admit(content, frame.payloadLength)
  }

  /// Handles DATA of an ended call, which may have been in flight.
  private mutating func receive(
    lateData frame: FrameHeader, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard self.budgets.strayData.spend(at: now()) else { return Self.tooMuch(frame) }
    self.windows.dropped += frame.payloadLength
    if self.closed.rejects(frame.stream) {
      return self.budgets.closedFrames.spend(at: now()) ? .rejectClosed : Self.tooMuch(frame)
    }
    if frame.endsStream { self.closed.endRequest(of: frame.stream, by: .endOfRequest) }
    return .drop
  }

  private mutating func receive(
    resetOf frame: FrameHeader, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard let call = self.calls[frame.stream] else {
      self.closed.endRequest(of: frame.stream, by: .reset)
      return self.budgets.strayResets.spend(at: now()) ? .drop : Self.tooMuch(frame)
    }
    guard call.isServed || self.budgets.earlyResets.spend(at: now()) else {
      return Self.tooMuch(frame)
    }
    return .reset
  }

  private mutating func receive(
    windowUpdate frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    self.windowUpdates += 1
    let increment = payload?.increment
    guard frame.stream != 0 else {
      guard self.budgets.windowUpdates.spend(at: now()) else { return Self.tooMuch(frame) }
      return increment.map { self.widen(by: $0) }
        ?? .refuse(.protocolError, "WINDOW_UPDATE increment is 0; must be at least 1")
    }
    guard self.budgets.callWindowUpdates.spend(at: now()) else { return Self.tooMuch(frame) }
    guard let index = self.calls.index(of: frame.stream) else { return .drop }
    return increment.map { self.widen(callAt: index, by: $0) } ?? .fail(.protocolError)
  }
}
