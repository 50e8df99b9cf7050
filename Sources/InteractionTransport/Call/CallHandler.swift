import InteractionService
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Stands first in a call: ends it if its request does not arrive, or arrives in crumbs, and serves
/// `Interact` where its bytes arrive, on the event loop of its connection, without a task.
///
/// A call that the server ends before its request is over is ended for both sides, with a
/// RST_STREAM as RFC 9113 §8.1 has it. A client that does not read that it has ended loses the call
/// soon after. What may still be written, and when nothing may, says ``CallState``; which code
/// serves the call, and what that waits for, ``CallService``.
///
/// Of `Interact` the handler takes the calls that are gRPC as it is by default; everything else
/// passes untouched to grpc-swift. The machine is the same on both paths, and so is the shell
/// around it: only reading, writing and keeping time are done here. DATA does not even come through
/// the HTTP/2 handler: see ``ConnectionState``. `Interact` has deadlines of its own: its first
/// frame, its heartbeats.
final class CallHandler: ChannelDuplexHandler, ConnectionCall, StreamShell {
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
  /// Nil if grpc-swift serves every call.
  let engine: Engine?
  let requestTime: TimeAmount
  let lingerTime: TimeAmount
  var context: ChannelHandlerContext?
  var state = CallState.open(.init())
  var service: CallService<LiveStream>
  /// Ends the call if what ``state`` awaits does not come.
  var time: (awaited: CallState.Awaited, timer: CallTimers.Timer)?
  var alarm: CallTimers.Timer?
  var messages = MessageReader()
  /// What waits for the headers of the answer, or for room.
  var unsent = ByteBuffer()
  var flushing = Flushing()

  var timers: CallTimers { self.connection.callTimers }

  init(
    connection: ConnectionHandler, stream: UInt32, limits: ConnectionLimits, engine: Engine? = nil
  ) {
    self.connection = connection
    self.stream = stream
    self.engine = engine
    self.service = engine == nil ? .passing : .waiting
    self.requestTime = TimeAmount(limits.requestTime)
    self.lingerTime = TimeAmount(limits.lingerTime)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.connection.callBegan(self, stream: self.stream, mayBypass: self.engine != nil)
    self.keepTime(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.lose()
    _ = self.close()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    _ = self.close()
    self.lose()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .passing = self.service { return context.fireErrorCaught(error) }
    self.lose()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { self.service.stream?.cancel() }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What was on its way when the call ended.
    if self.state.isClosed { return }
    let frame = self.unwrapInboundIn(data)
    switch frame {
    case .headers(let headers):
      guard self.begin(headers.headers) else { return self.refuse(.refusedStream, context) }
      if headers.endStream { self.receiveEnd() }
    case .data(let data):
      guard case .byteBuffer(let bytes) = data.data,
        self.count(bytes, for: self.service.reads ? .later : .elsewhere) != nil
      else {
        return self.refuse(.enhanceYourCalm, context)
      }
      if data.endStream { self.receiveEnd() }
    default: break
    }
    self.keepTime(context)
    switch self.service.receive(Self.interaction(frame), at: context.eventLoop.now) {
    case .begin(let call):
      self.flushing.readBegan()
      self.begin(call, context)
    case .handOver:
      self.connection.state.endBypass(of: self.stream)
      self.pass(frame, context)
    case .pass:
      self.pass(frame, context)
    case .read:
      self.flushing.readBegan()
      self.receive(frame)
    case .drop: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    self.flushing.readEnded()
    if self.service.stream != nil {
      self.answer(context)
      if self.service.flows { self.connection.state.start(self.stream) }
    }
    self.flush(context)
    context.fireChannelReadComplete()
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

  /// The client has sent its last frame.
  private func receiveEnd() {
    self.state.receiveEnd()
    self.connection.state.requestEnded(self.stream)
  }

  /// Whether a method's calls wait for something to happen, or for a client to say that it has.
  private static func waits(_ path: String) -> Bool {
    self.waiting.contains(path) || path.hasPrefix("/interaction.v1.ControlService/")
  }

  /// Counts DATA. Returns whether it is to be read where it lies; nil if messages come in crumbs,
  /// or there is too much of such.
  func count(_ bytes: ByteBuffer, for use: MessageReader.Use) -> Bool? {
    let before = self.messages.unfinished
    let isReadable = self.messages.note(
      bytes, for: use, atMost: self.engine?.longestMessage ?? 0)
    let more = self.messages.unfinished - before
    guard !self.messages.isCrumbled,
      more == 0 || self.connection.state.admit(unfinished: more)
    else { return nil }
    return isReadable
  }
}
