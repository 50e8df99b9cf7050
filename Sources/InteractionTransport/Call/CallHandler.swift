import InteractionService
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Stands first in a call that grpc-swift serves, and ends it if its request does not arrive, or
/// arrives in crumbs.
///
/// A call that the server ends before its request is over is ended for both sides, with a
/// RST_STREAM as RFC 9113 §8.1 has it. A client that does not read that it has ended loses the call
/// soon after. What may still be written, and when nothing may, says ``CallState``.
final class CallHandler: ChannelDuplexHandler, ConnectionCall {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias InboundOut = HTTP2Frame.FramePayload
  typealias OutboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private static let waiting: Set<String> = [
    InteractCall.path, "/interaction.v1.InteractionService/Subscribe",
    "/interaction.inspector.v1.InspectorService/WatchSession", "/grpc.health.v1.Health/Watch",
  ]

  let connection: ConnectionHandler
  let stream: UInt32
  let requestTime: TimeAmount
  let progressTime: TimeAmount
  let lingerTime: TimeAmount
  var context: ChannelHandlerContext?
  var state = CallState.open(.init())
  /// Ends the call if what ``state`` awaits does not come.
  var time: (awaited: CallState.Awaited, timer: CallTimers.Timer)?
  var messages = MessageReader()
  /// When the call began, and when the newest frame of its request came.
  var began = NIODeadline.distantPast
  var progressed = NIODeadline.distantPast
  /// What of the request is not whole, and of the answer not read.
  var waiting: WaitingBytes.Share?

  init(connection: ConnectionHandler, stream: UInt32, limits: ConnectionLimits) {
    self.connection = connection
    self.stream = stream
    self.requestTime = TimeAmount(limits.requestTime)
    self.progressTime = TimeAmount(limits.progressTime)
    self.lingerTime = TimeAmount(limits.lingerTime)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.began = context.eventLoop.now
    self.progressed = self.began
    self.waiting = self.connection.share(
      on: context.eventLoop,
      NIOLoopBound(
        { [weak self] in
          if let self, let context = self.context { self.refuse(.enhanceYourCalm, context) }
        },
        eventLoop: context.eventLoop))
    self.connection.relayedCallBegan(self, stream: self.stream)
    self.keepTime(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    _ = self.close()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    _ = self.close()
    context.fireChannelInactive()
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What was on its way when the call ended.
    if self.state.isClosed { return }
    let frame = self.unwrapInboundIn(data)
    self.progressed = context.eventLoop.now
    switch frame {
    case .headers(let headers):
      guard self.begin(headers.headers) else { return self.refuse(.refusedStream, context) }
      if headers.endStream { self.state.receiveEnd() }
    case .data(let data):
      guard case .byteBuffer(let bytes) = data.data, self.count(bytes) else {
        return self.refuse(.enhanceYourCalm, context)
      }
      if data.endStream { self.state.receiveEnd() }
    default: break
    }
    self.keepTime(context)
    self.pass(frame, context)
  }

  /// A call's headers have come; false if it is one too many that would be worked on.
  private func begin(_ headers: HPACKHeaders) -> Bool {
    // What has no path ends a request that began.
    guard let path = headers.first(name: ":path") else { return true }
    let isWork = !Self.waits(path)
    guard !isWork || self.connection.state.admitWork() else { return false }
    self.state.begin(isWork: isWork, isTimed: path != InteractCall.path)
    return true
  }

  /// Hands a frame to grpc-swift, which looks for the end of a request in DATA alone.
  private func pass(_ frame: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
    guard case .headers(var headers) = frame, headers.endStream,
      headers.headers.contains(name: ":path")
    else { return context.fireChannelRead(self.wrapInboundOut(frame)) }
    headers.endStream = false
    context.fireChannelRead(self.wrapInboundOut(.headers(headers)))
    let end = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer()), endStream: true)
    context.fireChannelRead(self.wrapInboundOut(.data(end)))
  }

  /// Whether a method's calls wait for something to happen, or for a client to say that it has.
  private static func waits(_ path: String) -> Bool {
    self.waiting.contains(path) || path.hasPrefix("/interaction.v1.ControlService/")
  }

  /// Counts DATA; false if messages come in crumbs, or there is too much of such.
  private func count(_ bytes: ByteBuffer) -> Bool {
    let before = self.messages.unfinished
    _ = self.messages.note(bytes, for: .elsewhere, atMost: 0)
    let more = self.messages.unfinished - before
    self.waiting?.change(by: more)
    return (more == 0 || self.connection.state.admit(unfinished: more))
      && !self.messages.isCrumbled
  }
}
