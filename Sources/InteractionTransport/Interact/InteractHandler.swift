import GRPCCore
import InteractionCore
import InteractionService
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Serves `Interact` where its bytes arrive: on the event loop of its connection, without a task.
///
/// Stands in every call before grpc-swift's own handler. It takes the calls of this one method, as
/// long as they are gRPC as it is by default, and lets everything else pass untouched. The machine is
/// the same, and so is the shell around it: only reading, writing and keeping time are done here.
/// DATA does not even come through the HTTP/2 handler: see ``DirectData``.
final class InteractHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  enum Phase {
    /// Nothing has come yet.
    ///
    /// Can transition to: ``passing``, ``asking``, ``serving``.
    case waiting
    /// It is grpc-swift's.
    case passing
    /// It has yet to be known who calls.
    ///
    /// Can transition to: ``serving``, ``over``.
    case asking
    /// The stream runs.
    ///
    /// Can transition to: ``over``.
    case serving(LiveStream)
    /// It has ended, or is lost.
    case over
  }

  let engine: Engine
  let call: CallGuard
  let data: DirectCall
  var context: ChannelHandlerContext?
  var phase = Phase.waiting

  // What is read.
  var messages = MessageReader()
  /// Whether DATA comes beside the HTTP/2 handler, as soon as that has delivered what it had.
  var readsDirectly = true
  /// Whether messages wait until it is known who sends them.
  var isPaused = false
  var inputHasEnded = false
  var isReading = false

  // What is written.
  var hasAnswered = false
  /// Whether headers have yet to be flushed.
  var hasWritten = false
  /// The end, while what comes before it has not left.
  var trailers: HPACKHeaders?

  var deadlineHasPassed = false
  var timer: CallTimers.Timer?
  var deadline: CallTimers.Timer?
  var grace: CallTimers.Timer?
  var hold: CallTimers.Timer?

  /// - Parameters:
  ///   - call: Bounds what the call holds.
  ///   - data: The way of its DATA.
  init(engine: Engine, call: CallGuard, data: DirectCall) {
    self.engine = engine
    self.call = call
    self.data = data
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.lose()
    self.data.end()
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.phase {
    case .waiting:
      guard case .headers(let headers) = self.unwrapInboundIn(data), !headers.endStream,
        let call = InteractCall(headers.headers)
      else {
        self.phase = .passing
        self.data.end()
        return context.fireChannelRead(data)
      }
      self.isReading = true
      self.data.receiver = self
      self.begin(call, context)
    case .passing:
      context.fireChannelRead(data)
    case .asking, .serving:
      self.isReading = true
      self.receive(self.unwrapInboundIn(data))
    case .over:
      break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    self.isReading = false
    if case .serving = self.phase {
      self.answer(context)
      self.data.isStarting = self.readsDirectly && !self.isPaused
    }
    self.flush(context)
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.lose()
    // A stream that is closed gets no more DATA, whatever room there is.
    self.data.end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .passing = self.phase { return context.fireErrorCaught(error) }
    self.lose()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, case .serving(let stream) = self.phase {
      stream.cancel()
    }
    context.fireUserInboundEventTriggered(event)
  }
}
