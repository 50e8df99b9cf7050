import NIOCore

/// Decisions on received frames.
extension HTTP2ConnectionState {
  enum Action: Hashable {
    /// The frame is ignored.
    case drop
    /// HEADERS or a CONTINUATION is read.
    case readHeaders
    /// A PING is acknowledged.
    case acknowledgePing
    /// The client resets an open call.
    case reset
    /// DATA is delivered to a call.
    case deliver(DataPayload)
    /// A call ends with a stream error.
    case streamError(HTTP2ErrorCode)
    /// A frame on a stream that the client has closed is answered by RST_STREAM.
    case resetClosedStream
    /// A WINDOW_UPDATE has widened a stream's window.
    case wakeStream
    /// A WINDOW_UPDATE has widened the connection's window.
    case wakeConnection
    /// SETTINGS are acknowledged.
    ///
    /// - Parameter resizes: True if they changed the initial window size.
    case acknowledgeSettings(resizes: Bool)
    /// The final GOAWAY is sent, since the client has acknowledged the first.
    case sendFinalGoAway
    /// The client has sent GOAWAY.
    case goAwayReceived
    /// The connection ends with a connection error.
    case connectionError(HTTP2ErrorCode, String)
  }

  /// The DATA payload without padding.
  struct DataPayload: Hashable {
    var start = 0
    var length: Int
    var endsRequest: Bool
  }

  /// Returns whether a frame's payload is needed, which must then be complete.
  func reads(_ frame: FrameHeader) -> Bool {
    guard frame.payloadLength <= FrameHeader.longestPayload else { return false }
    return switch frame.kind {
    case FrameHeader.FrameType.data: self.calls.index(of: frame.stream) != nil
    case FrameHeader.FrameType.settings: frame.payloadLength <= self.longestSettings
    case FrameHeader.FrameType.headers, FrameHeader.FrameType.continuation,
      FrameHeader.FrameType.ping,
      FrameHeader.FrameType.windowUpdate:
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
    self.clock.frameReceived()
    self.readBudget.spend(frame)
    if let refusal = self.refusal(of: frame) { return refusal }
    switch frame.kind {
    case FrameHeader.FrameType.data:
      return self.receive(data: frame, payload, at: now())
    case FrameHeader.FrameType.headers, FrameHeader.FrameType.continuation:
      return self.receive(headers: frame)
    case FrameHeader.FrameType.priority:
      return self.budgets.lateResets.take(at: now()) ? .drop : Self.rateLimitExceeded(frame)
    case FrameHeader.FrameType.reset:
      return self.receive(resetOf: frame, at: now())
    case FrameHeader.FrameType.settings:
      guard frame.payloadLength <= self.longestSettings else {
        return .connectionError(
          .enhanceYourCalm,
          "SETTINGS has \(frame.payloadLength) bytes; at most \(self.longestSettings)")
      }
      guard self.budgets.others.take(at: now()) else { return Self.rateLimitExceeded(frame) }
      return self.receive(settings: frame, payload)
    case FrameHeader.FrameType.ping where !frame.isAck:
      // Acknowledgements to a client that does not read accumulate, so its budget is smaller.
      let isAdmitted =
        isWritable()
        ? self.budgets.pings.take(at: now()) : self.budgets.unread.take(at: now())
      return isAdmitted ? .acknowledgePing : Self.rateLimitExceeded(frame)
    case FrameHeader.FrameType.ping:
      guard self.budgets.others.take(at: now()) else { return Self.rateLimitExceeded(frame) }
      let answer = payload?.getInteger(at: payload?.readerIndex ?? 0, as: UInt64.self)
      return answer == FrameHeader.PingPayload.goAwayProbe.rawValue
        ? self.goAwayAcknowledged() : .drop
    case FrameHeader.FrameType.goAway:
      return self.budgets.others.take(at: now())
        ? self.goAwayReceived() : Self.rateLimitExceeded(frame)
    case FrameHeader.FrameType.windowUpdate:
      return self.receive(windowUpdate: frame, payload, at: now())
    default:
      return self.budgets.others.take(at: now()) ? .drop : Self.rateLimitExceeded(frame)
    }
  }

  /// Returns the connection error of a frame that is malformed or out of order; nil if there is
  /// none.
  private func refusal(of frame: FrameHeader) -> Action? {
    if self.settlement == .awaited, frame.kind != FrameHeader.FrameType.settings || frame.isAck {
      return .connectionError(.protocolError, "the first frame must be SETTINGS")
    }
    let isContinuation = frame.kind == FrameHeader.FrameType.continuation
    if let openBlock, !isContinuation || frame.stream != openBlock {
      return .connectionError(
        .protocolError,
        "\(frame.name) on stream \(frame.stream); expected CONTINUATION on stream \(openBlock)")
    }
    if self.openBlock == nil, isContinuation {
      return .connectionError(.protocolError, "CONTINUATION without HEADERS")
    }
    if let fault = frame.fault { return .connectionError(fault.code, fault.reason) }
    if frame.requiresOpenStream, !self.hasBegun(frame.stream) {
      return .connectionError(
        .protocolError, "\(frame.name) on stream \(frame.stream), which is idle")
    }
    return nil
  }

  /// Returns whether a stream is or was opened by the client, or refused.
  private func hasBegun(_ stream: UInt32) -> Bool {
    stream <= self.newestStream && !stream.isMultiple(of: 2)
  }

  static func rateLimitExceeded(_ frame: FrameHeader) -> Action {
    .connectionError(.enhanceYourCalm, "\(frame.name) rate limit exceeded")
  }

  private mutating func receive(
    data frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard let index = self.calls.index(of: frame.stream) else {
      return self.receive(lateData: frame, at: now())
    }
    var content = DataPayload(length: frame.payloadLength, endsRequest: frame.endsStream)
    if frame.isPadded {
      guard let payload,
        let padding = payload.getInteger(at: payload.readerIndex, as: UInt8.self),
        Int(padding) < frame.payloadLength
      else {
        return .connectionError(.protocolError, "DATA has more padding than payload")
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
    guard self.budgets.lateData.take(at: now()) else { return Self.rateLimitExceeded(frame) }
    self.windows.dropped += frame.payloadLength
    if self.closed.rejects(frame.stream) {
      return self.budgets.closedFrames.take(at: now())
        ? .resetClosedStream : Self.rateLimitExceeded(frame)
    }
    if frame.endsStream { self.closed.endRequest(of: frame.stream, by: .endStreamReceived) }
    return .drop
  }

  private mutating func receive(
    resetOf frame: FrameHeader, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    guard let call = self.calls[frame.stream] else {
      self.closed.endRequest(of: frame.stream, by: .resetReceived)
      return self.budgets.lateResets.take(at: now()) ? .drop : Self.rateLimitExceeded(frame)
    }
    guard call.hasFirstMessage || self.budgets.earlyResets.take(at: now()) else {
      return Self.rateLimitExceeded(frame)
    }
    return .reset
  }

  private mutating func receive(
    windowUpdate frame: FrameHeader, _ payload: ByteBuffer?, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    self.windowUpdates += 1
    let increment = payload?.increment
    guard frame.stream != 0 else {
      guard self.budgets.windowUpdates.take(at: now()) else { return Self.rateLimitExceeded(frame) }
      return increment.map { self.widen(by: $0) }
        ?? .connectionError(.protocolError, "WINDOW_UPDATE increment is 0; must be at least 1")
    }
    guard self.budgets.callWindowUpdates.take(at: now()) else {
      return Self.rateLimitExceeded(frame)
    }
    guard let index = self.calls.index(of: frame.stream) else { return .drop }
    return increment.map { self.widen(callAt: index, by: $0) } ?? .streamError(.protocolError)
  }
}
