import NIOCore
import NIOHPACK
import NIOHTTP2

/// Stands first in a call, and ends it if its request does not arrive, or arrives in crumbs.
///
/// A call that the server ends before its request is over is ended for both sides, with a RST_STREAM as
/// RFC 9113 §8.1 has it. Clients would send one otherwise, and the HTTP/2 handler takes 200 of them in
/// 30 s for an attack: an engine that refuses many sessions would lose whole connections. A client that
/// does not read that it has ended loses the call soon after.
///
/// `Interact` is a stream of requests and has deadlines of its own: its first frame, its heartbeats.
final class CallGuard: ChannelDuplexHandler {
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
  private var requestHasEnded = false
  private var hasAnswered = false
  private var isWorking = false
  private var isOver = false

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
    self.connection.callBegan()
    self.schedule(in: self.requestTime, context: context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.end()
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
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
      if headers.endStream { self.requestHasEnded = true }
      if headers.endStream || path == InteractCall.path { self.timer?.cancel() }
    case .data(let frame):
      guard case .byteBuffer(let bytes) = frame.data, self.allows(bytes) else {
        return self.refuse(.enhanceYourCalm, context: context)
      }
      if frame.endStream {
        self.requestHasEnded = true
        self.timer?.cancel()
      }
    default: break
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if !self.hasAnswered { self.connection.callAnswered(stream: self.stream) }
    guard case .headers(let headers) = self.unwrapOutboundIn(data), headers.endStream else {
      self.hasAnswered = true
      return context.write(data, promise: promise)
    }
    self.endWork()
    if self.requestHasEnded { return context.write(data, promise: promise) }
    self.schedule(in: self.lingerTime, context: context)
    guard self.hasAnswered else {
      // A refusal, and nothing else: both leave together.
      context.write(data, promise: promise)
      return context.write(self.wrapOutboundOut(.rstStream(.noError)), promise: nil)
    }
    // Not before the end has left: a reset would overtake what waits for the client to read.
    let hasLeft = context.eventLoop.makePromise(of: Void.self)
    hasLeft.futureResult.cascade(to: promise)
    hasLeft.futureResult.assumeIsolated().whenSuccess { self.reset(.noError, context: context) }
    context.write(data, promise: hasLeft)
  }

  /// Takes note of DATA that passes by the HTTP/2 handler. Returns false if the call is refused for it.
  func notes(_ bytes: ByteBuffer) -> Bool {
    if self.allows(bytes) { return true }
    if let context { self.refuse(.enhanceYourCalm, context: context) }
    return false
  }

  /// The end of the call waits for the client to read what comes before it.
  func endWaits() {
    if let context { self.schedule(in: self.lingerTime, context: context) }
  }

  /// Notes what has come of a message; false if it comes in crumbs, or there is too much of such.
  private func allows(_ bytes: ByteBuffer) -> Bool {
    guard !self.isOver else { return false }
    let before = self.progress.unfinished
    self.progress.take(bytes)
    let more = self.progress.unfinished - before
    return !self.progress.isCrumbled && (more == 0 || self.connection.allows(unfinished: more))
  }

  private func refuse(_ code: HTTP2ErrorCode, context: ChannelHandlerContext) {
    self.reset(code, context: context)
    context.close(promise: nil)
  }

  private func reset(_ code: HTTP2ErrorCode, context: ChannelHandlerContext) {
    guard !self.isOver else { return }
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

  private func end() {
    guard !self.isOver else { return }
    self.isOver = true
    self.timer?.cancel()
    self.endWork()
    _ = self.connection.allows(unfinished: -self.progress.unfinished)
    self.connection.callEnded(stream: self.stream)
  }
}
