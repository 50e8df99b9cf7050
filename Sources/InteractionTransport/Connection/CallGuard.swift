import NIOCore
import NIOHPACK
import NIOHTTP2

/// Stands first in a call, and ends it if its request does not arrive, or arrives in crumbs.
///
/// A call that the server ends before its request is over is ended for both sides, with a RST_STREAM as
/// RFC 9113 §8.1 has it. A client that does not read that it has ended loses the call soon after. What
/// may still be written, and when nothing may, says ``CallState``.
///
/// `Interact` is a stream of requests and has deadlines of its own: its first frame, its heartbeats.
final class CallGuard: ChannelDuplexHandler, GuardedCall {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias InboundOut = HTTP2Frame.FramePayload
  typealias OutboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private static let waiting: Set<String> = [
    InteractCall.path, "/interaction.v1.InteractionService/Subscribe",
    "/interaction.v1.InspectorService/WatchSession", "/grpc.health.v1.Health/Watch",
  ]

  private let connection: ConnectionGuard
  private let stream: UInt32
  private let requestTime: TimeAmount
  private let lingerTime: TimeAmount
  private var context: ChannelHandlerContext?
  private var timer: CallTimers.Timer?
  private var progress = MessageProgress()
  private var state = CallState.open(isAnswered: false)
  private var isWorking = false
  private var isServed = false

  init(connection: ConnectionGuard, stream: UInt32, limits: ConnectionLimits) {
    self.connection = connection
    self.stream = stream
    self.requestTime = TimeAmount(limits.requestTime)
    self.lingerTime = TimeAmount(limits.lingerTime)
  }

  /// What wakes everybody who serves the call.
  var timers: CallTimers { self.connection.callTimers }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.connection.callBegan(self, stream: self.stream)
    self.schedule(in: self.requestTime, context: context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    _ = self.close()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    _ = self.close()
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What was on its way when the call ended.
    if self.state == .closed { return }
    switch self.unwrapInboundIn(data) {
    case .headers(let headers):
      let path = headers.headers.first(name: ":path")
      // What has no path ends a request that began.
      if let path, !Self.waits(path) {
        guard self.connection.admitsWork() else {
          return self.refuse(.refusedStream, context: context)
        }
        self.isWorking = true
      }
      if headers.endStream { self.state.receiveEnd() }
      if headers.endStream || path == InteractCall.path { self.timer?.cancel() }
    case .data(let frame):
      guard case .byteBuffer(let bytes) = frame.data, self.allows(bytes) else {
        return self.refuse(.enhanceYourCalm, context: context)
      }
      if frame.endStream {
        self.state.receiveEnd()
        self.timer?.cancel()
      }
    default: break
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let frame = self.unwrapOutboundIn(data)
    if case .rstStream = frame {
      guard self.close() else { return self.drop(promise) }
      return context.write(data, promise: promise)
    }
    let isEnd = frame.endsStream
    let sending = self.state.send(isEnd: isEnd)
    if sending != .drop {
      // Headers alone cost the engine nothing, and say nothing.
      if frame.isData || isEnd { self.noteServed() }
      if isEnd { self.endWork() }
    }
    switch sending {
    case .drop:
      self.drop(promise)
    case .pass:
      context.write(data, promise: promise)
    case .passAndReset:
      context.write(data, promise: promise)
      _ = self.close()
      context.write(self.wrapOutboundOut(.rstStream(.noError)), promise: nil)
    case .passThenReset:
      self.schedule(in: self.lingerTime, context: context)
      let hasLeft = context.eventLoop.makePromise(of: Void.self)
      hasLeft.futureResult.cascade(to: promise)
      hasLeft.futureResult.assumeIsolated().whenSuccess {
        if self.state == .responseEnded { self.refuse(.noError, context: context) }
      }
      context.write(data, promise: hasLeft)
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard self.close() else {
      // By the RST_STREAM that was written.
      return context.channel.closeFuture.cascade(to: promise)
    }
    context.close(mode: mode, promise: promise)
  }

  private func drop(_ promise: EventLoopPromise<Void>?) {
    promise?.fail(ChannelError.ioOnClosedChannel)
  }

  /// The HTTP/2 handler does not know of it: it would count the client's RST_STREAMs, and end the
  /// connection after 200 in 30 s.
  func receiveReset(_ code: HTTP2ErrorCode) {
    guard let context, self.close() else { return }
    context.fireChannelRead(self.wrapInboundOut(.rstStream(code)))
    context.fireChannelReadComplete()
    // It sends a RST_STREAM for this, which goes no further than ``FrameOutlet``.
    context.close(promise: nil)
  }

  /// Counts DATA that bypasses the HTTP/2 handler. Returns false if the call is refused for it.
  func notes(_ bytes: ByteBuffer) -> Bool {
    guard self.state != .closed, !self.allows(bytes) else { return self.state != .closed }
    if let context { self.refuse(.enhanceYourCalm, context: context) }
    return false
  }

  /// The call has had a message, or its end.
  func noteServed() {
    guard !self.isServed else { return }
    self.isServed = true
    self.connection.callServed(stream: self.stream)
  }

  /// The end of the call waits for the client to read what comes before it.
  func endWaits() {
    if let context { self.schedule(in: self.lingerTime, context: context) }
  }

  /// Notes what has come of a message; false if it comes in crumbs, or there is too much of such.
  private func allows(_ bytes: ByteBuffer) -> Bool {
    let before = self.progress.unfinished
    self.progress.take(bytes)
    let more = self.progress.unfinished - before
    return !self.progress.isCrumbled && (more == 0 || self.connection.allows(unfinished: more))
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.connection.callFailed(stream: self.stream)
    if let context { self.refuse(code, context: context) }
  }

  /// Ends the call for both sides, and nothing else of the connection.
  private func refuse(_ code: HTTP2ErrorCode, context: ChannelHandlerContext) {
    guard self.close() else { return }
    context.fireChannelRead(self.wrapInboundOut(.rstStream(code)))
    context.fireChannelReadComplete()
    context.writeAndFlush(self.wrapOutboundOut(.rstStream(code)), promise: nil)
  }

  private func schedule(in time: TimeAmount, context: ChannelHandlerContext) {
    self.timer?.cancel()
    // Cancelled at the latest with the call's end.
    self.timer = self.timers.schedule(in: time, on: context.eventLoop) {
      self.refuse(.enhanceYourCalm, context: context)
    }
  }

  /// Whether a method's calls wait for something to happen, or for a client to say that it has.
  private static func waits(_ path: String) -> Bool {
    self.waiting.contains(path) || path.hasPrefix("/interaction.v1.ControlService/")
  }

  private func endWork() {
    if self.isWorking { self.connection.workEnded() }
    self.isWorking = false
  }

  /// Nothing may be written any more; false if that is so already.
  private func close() -> Bool {
    guard self.state.close() else { return false }
    self.timer?.cancel()
    self.endWork()
    _ = self.connection.allows(unfinished: -self.progress.unfinished)
    self.connection.callEnded(stream: self.stream)
    return true
  }
}

extension HTTP2Frame.FramePayload {
  fileprivate var endsStream: Bool {
    switch self {
    case .headers(let headers): headers.endStream
    case .data(let data): data.endStream
    default: false
    }
  }

  fileprivate var isData: Bool {
    if case .data = self { true } else { false }
  }
}
