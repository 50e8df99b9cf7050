import NIOCore

/// Lets the DATA of some calls pass by the HTTP/2 handler, in both directions: most frames of an engine
/// are such, and cost more there than what is in them.
///
/// Everything else is that handler's: how calls begin and end, headers, settings, the DATA of all other
/// calls. It knows nothing of what passes by, so the windows are kept here (RFC 9113 §5.2): those of
/// these calls alone, and the connection's for both. What the client gives back of the connection's
/// window for what was sent here is not told to the handler behind, and what that one sends waits where
/// it would be too much for the client.
final class DirectData: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  var context: ChannelHandlerContext?
  var calls: [UInt32: DirectCall] = [:]

  // What is read: bytes that pass unseen, the client's preface first; the start of a frame that has
  // not arrived far enough; bytes that came for calls here, for which there is no new room yet.
  var passing = FrameHeader.prefaceLength
  var rest: ByteBuffer?
  var taken = 0
  var starting: [DirectCall] = []
  private(set) var isReading = false
  private(set) var isRefused = false

  // What is written: the window of calls that begin, and the connection's; how much of that was used
  // here and not given back yet; what has not left; who waits for room.
  var initialWindow = FrameHeader.initialWindow
  var window = FrameHeader.initialWindow
  var debt = 0
  var outgoing = ByteBuffer()
  var hasWritten = false
  var waiting: [DirectCall] = []
  /// What the handler behind has written and has to wait, and how much of its newest frame has yet to
  /// come.
  var held = CircularBuffer<(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)>()
  var unwritten = 0

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.calls = [:]
    self.waiting = []
    self.starting = []
    for write in self.held { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    self.held = []
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !self.isRefused else { return }
    self.isReading = true
    var bytes = self.unwrapInboundIn(data)
    if var rest = self.rest {
      self.rest = nil
      rest.writeBuffer(&bytes)
      bytes = rest
    }
    self.take(bytes, context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    self.start()
    self.isReading = false
    self.flushOutgoing()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    // Not at once: the channel reports this in the middle of a write.
    context.eventLoop.assumeIsolated().execute { self.makeRoom() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    self.writeOutgoing()
    let bytes = self.unwrapOutboundIn(data)
    guard self.held.isEmpty, self.admit(bytes) else { return self.held.append((bytes, promise)) }
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    self.writeOutgoing()
    self.hasWritten = false
    context.flush()
  }

  /// Calls take their DATA from now on: the handler behind has delivered what it had of it. Not while
  /// it has part of a frame, which it delivers as it comes.
  private func start() {
    guard self.passing == 0, !self.starting.isEmpty else { return }
    for call in self.starting where call.isStarting { call.receivesDirectly = true }
    self.starting = []
  }

  /// A call begins.
  func begin(_ stream: UInt32, guardian: (any GuardedCall)? = nil) -> DirectCall {
    let call = DirectCall(
      stream: stream, sendWindow: self.initialWindow, connection: self, guardian: guardian)
    self.calls[stream] = call
    return call
  }

  /// A call is over, or served by grpc-swift.
  func end(_ call: DirectCall) {
    self.calls[call.stream] = nil
    self.waiting.removeAll { $0 === call }
  }

  /// Says why with a GOAWAY, and closes the connection.
  func refuse(_ code: FrameHeader.ErrorCode, _ reason: String) {
    guard let context, !self.isRefused else { return }
    self.isRefused = true
    let goAway = FrameHeader.goAway(after: self.calls.keys.max() ?? 0, code, reason)
    context.writeAndFlush(self.wrapOutboundOut(goAway), promise: nil)
    context.close(promise: nil)
  }
}
