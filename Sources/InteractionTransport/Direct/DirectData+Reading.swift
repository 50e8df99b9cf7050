import NIOCore
import NIOHTTP2

extension DirectData {
  /// The client gets new room on a call when it has used half of what it had.
  private static let roomStep = FrameHeader.initialWindow / 2
  /// And on all together when it has used a quarter of that here: the HTTP/2 handler keeps up to a half.
  private static let sharedRoomStep = FrameHeader.initialWindow / 4
  /// How many frames of nothing may follow each other on a call; the handler behind allows as many.
  private static let emptyFrames = 1

  /// Takes out what is for calls here, and lets the rest pass, in order.
  func take(_ all: ByteBuffer, _ context: ChannelHandlerContext) {
    var bytes = all
    // What has been looked at and goes on lies between the buffer's reader index and `seen`.
    var seen = bytes.readerIndex
    while seen < bytes.writerIndex, !self.isRefused {
      if self.passing > 0 {
        let step = min(self.passing, bytes.writerIndex - seen)
        self.passing -= step
        seen += step
        continue
      }
      guard let header = FrameHeader(at: seen, in: bytes) else { break }
      let length = FrameHeader.length + header.payloadLength
      let call = header.kind == FrameHeader.Kind.data ? self.calls[header.stream] : nil
      guard self.concerns(header, of: call) else {
        self.passing = length
        continue
      }
      guard bytes.writerIndex - seen >= length else { break }
      // A call is known here as soon as the handler behind has its headers.
      if seen > bytes.readerIndex {
        self.forward(bytes.readSlice(length: seen - bytes.readerIndex), context)
      }
      if let call {
        self.take(dataOf: header, in: bytes, of: call, context)
        bytes.moveReaderIndex(forwardBy: length)
      } else if let frame = bytes.readSlice(length: length) {
        self.take(header, frame, context)
      }
      seen = bytes.readerIndex
    }
    guard !self.isRefused else { return }
    if seen < bytes.writerIndex {
      self.rest = bytes.getSlice(at: seen, length: bytes.writerIndex - seen)
    }
    self.forward(bytes.readSlice(length: seen - bytes.readerIndex), context)
  }

  private func forward(_ bytes: ByteBuffer?, _ context: ChannelHandlerContext) {
    guard let bytes, bytes.readableBytes > 0 else { return }
    context.fireChannelRead(self.wrapInboundOut(bytes))
  }

  /// Whether a frame has to be looked at whole. What is malformed is left to the handler behind.
  private func concerns(_ header: FrameHeader, of call: DirectCall?) -> Bool {
    switch header.kind {
    case FrameHeader.Kind.data:
      header.payloadLength <= FrameHeader.longestPayload && call?.receivesDirectly ?? false
    case FrameHeader.Kind.windowUpdate:
      header.payloadLength == 4
    case FrameHeader.Kind.settings:
      header.flags & FrameHeader.ackFlag == 0
        && header.payloadLength.isMultiple(of: FrameHeader.settingLength)
    default: false
    }
  }

  private func take(
    _ header: FrameHeader, _ frame: ByteBuffer, _ context: ChannelHandlerContext
  ) {
    let start = frame.readerIndex + FrameHeader.length
    switch header.kind {
    case FrameHeader.Kind.windowUpdate:
      let word = frame.getInteger(at: start, as: UInt32.self) ?? 0
      self.take(room: Int(word & 0x7FFF_FFFF), header.stream, frame, context)
    default:
      for index in stride(from: start, to: frame.writerIndex, by: FrameHeader.settingLength) {
        guard let (id, value) = frame.getMultipleIntegers(at: index, as: (UInt16, UInt32).self),
          id == FrameHeader.initialWindowSetting, value <= FrameHeader.largestWindow
        else { continue }
        self.change(initialWindow: Int(value))
      }
      self.forward(frame, context)
    }
  }

  // MARK: DATA

  /// - Parameter bytes: What begins with the frame. Its payload is not cut out, which costs more than
  ///   taking it in.
  private func take(
    dataOf header: FrameHeader, in bytes: ByteBuffer, of call: DirectCall,
    _ context: ChannelHandlerContext
  ) {
    var payload = bytes
    payload.moveReaderIndex(forwardBy: FrameHeader.length)
    payload.moveWriterIndex(to: payload.readerIndex + header.payloadLength)
    if header.flags & FrameHeader.paddedFlag != 0 {
      guard let padding = payload.readInteger(as: UInt8.self),
        let content = payload.readSlice(length: payload.readableBytes - Int(padding))
      else { return self.refuse(.protocolError, "DATA of more padding than there is room for") }
      payload = content
    }
    self.taken += header.payloadLength
    call.taken += header.payloadLength
    defer { self.giveRoom() }
    guard call.taken <= FrameHeader.initialWindow else { return call.refuse(.flowControlError) }
    let isEnd = header.flags & FrameHeader.endStreamFlag != 0
    call.emptyFrames = payload.readableBytes > 0 || isEnd ? 0 : call.emptyFrames + 1
    guard call.emptyFrames <= Self.emptyFrames else { return call.refuse(.enhanceYourCalm) }
    if payload.readableBytes > 0 { call.receiver?.receive(payload) }
    if isEnd {
      var end = ByteBuffer()
      end.writeFrameHeader(
        FrameHeader.Kind.data, flags: FrameHeader.endStreamFlag, stream: header.stream, length: 0)
      self.forward(end, context)
    }
    self.giveRoom(to: call)
  }

  /// Lets the client send more on all calls together, if it is time for that.
  private func giveRoom() {
    guard self.taken >= Self.sharedRoomStep else { return }
    self.outgoing.writeImmutableBuffer(FrameHeader.windowUpdate(of: 0, by: self.taken))
    self.taken = 0
  }

  /// Lets the client send more on a call, if it is time for that.
  func giveRoom(to call: DirectCall) {
    guard call.taken >= Self.roomStep, !call.isPaused, self.calls[call.stream] === call else {
      return
    }
    self.outgoing.writeImmutableBuffer(FrameHeader.windowUpdate(of: call.stream, by: call.taken))
    call.taken = 0
    self.flushOutgoing()
  }

  // MARK: Room to write

  /// The client takes so many bytes more.
  private func take(
    room increment: Int, _ stream: UInt32, _ frame: ByteBuffer, _ context: ChannelHandlerContext
  ) {
    guard increment > 0 else { return self.forward(frame, context) }
    guard stream == 0 else {
      guard let call = self.calls[stream] else { return self.forward(frame, context) }
      guard call.sendWindow + increment <= FrameHeader.largestWindow else {
        return call.refuse(.flowControlError)
      }
      return self.change(call, by: increment)
    }
    let mine = min(increment, self.debt)
    self.debt -= mine
    if mine == 0 {
      self.forward(frame, context)
    } else if mine < increment {
      self.forward(FrameHeader.windowUpdate(of: 0, by: increment - mine), context)
    }
    let isAwaited = self.window <= 0 || !self.held.isEmpty
    self.window += increment
    if isAwaited { self.makeRoom() }
  }

  private func change(initialWindow: Int) {
    let change = initialWindow - self.initialWindow
    self.initialWindow = initialWindow
    // One setting for all streams: too large for one, it is an error of the connection (§6.9.2).
    guard self.calls.values.allSatisfy({ $0.sendWindow + change <= FrameHeader.largestWindow })
    else { return self.refuse(.flowControl, "a window beyond the largest") }
    for call in self.calls.values { self.change(call, by: change) }
  }

  private func change(_ call: DirectCall, by change: Int) {
    call.sendWindow += change
    if call.sendWindow > 0, call.isWaiting { self.makeRoom(for: call) }
  }
}
