import GRPCCore
import InteractionService
import InteractionWire
import NIOCore

/// Serves a call through grpc-swift's router, on a task: DATA becomes the messages that a handler
/// reads; the messages that it writes become DATA, with the backpressure of the client's windows.
///
/// It ends a call whose request does not arrive in time or is too fragmented, and one whose client
/// does not read its end.
final class RPCCall: ConnectionCall {
  typealias Message = [UInt8]

  /// The number of unsent bytes above which the handler's writes suspend.
  static let mostUnsent = 1 << 16
  /// The maximum number of bytes per write.
  static let longestWrite = 1 << 16

  let connection: ConnectionHandler
  let stream: UInt32
  let loop: any EventLoop
  let limits: ConnectionLimits
  /// A Boolean value that indicates whether the call counts towards
  /// ``ConnectionLimits/concurrentCalls``.
  let countsAsInProgress: Bool
  var phase = Phase.open(.nothing)
  /// The timeout of the awaited condition; nil if there is none.
  var time: (awaited: AwaitedEvent, timer: CallTimers.Timer)?

  // The request.
  let requests: AsyncThrowingStream<RPCRequestPart<Message>, any Error>.Continuation
  var messages = MessageReader()
  private(set) var hasRequest = false
  /// True once DATA or END_STREAM has arrived.
  private(set) var hasReceivedFrame = false
  /// True while the handler waits for the next message.
  private var isAwaited = true
  /// The times at which the call began and the newest frame of its request arrived.
  private(set) var began: NIODeadline
  private(set) var progressed: NIODeadline

  // The response.
  var unsent = UnsentMessages()
  /// The suspended writes of the handler.
  var writers: [CheckedContinuation<Void, any Error>] = []
  /// Cancels the handler.
  var cancel: () -> Void = {}
  /// True once the server is shutting down.
  var isQuiescing = false
  /// True once the handler's task is cancelled.
  var isWriterCancelled = false

  /// The bytes of the incomplete message and of the unsent response.
  var waiting: BufferedBytes.Share?
  /// The bytes of ``unsent`` that are accounted for.
  var counted = 0

  /// The phase of a call.
  enum Phase {
    /// The handler may still respond.
    ///
    /// Can transition to: ``closing(_:after:)``, ``closed``.
    case open(SentResponse)
    /// The response has ended; its trailers wait for the unsent bytes, or for the first frame of
    /// the request.
    ///
    /// Can transition to: ``closed``.
    case closing(CallStatus, after: SentResponse)
    /// The call has ended.
    case closed
  }

  /// The part of the response that is sent.
  enum SentResponse {
    case nothing
    case headers
  }

  init(
    on stream: UInt32, of connection: ConnectionHandler, _ context: ChannelHandlerContext,
    countsAsInProgress: Bool,
    _ requests: AsyncThrowingStream<RPCRequestPart<Message>, any Error>.Continuation
  ) {
    self.connection = connection
    self.stream = stream
    self.loop = context.eventLoop
    self.limits = connection.limits
    self.countsAsInProgress = countsAsInProgress
    self.requests = requests
    self.began = context.eventLoop.now
    self.progressed = self.began
    self.waiting = connection.share(
      on: self.loop,
      NIOLoopBound({ [weak self] in self?.reset(.enhanceYourCalm) }, eventLoop: self.loop))
  }

  // MARK: Reading

  func receiveData(_ bytes: ByteBuffer) {
    self.hasReceivedFrame = true
    guard case .open = self.phase else { return self.sendTrailersIfSent() }
    self.progressed = self.loop.now
    let before = self.messages.incompleteBytes
    _ = self.messages.receive(bytes, isRead: false, atMost: 0)
    let more = self.messages.incompleteBytes - before
    self.waiting?.change(by: more)
    guard more == 0 || self.connection.state.admit(unfinished: more), !self.messages.isFragmented
    else { return self.reset(.enhanceYourCalm) }
    self.read()
    self.updateTimeout()
  }

  func receiveEndStream() {
    (self.hasRequest, self.hasReceivedFrame) = (true, true)
    self.sendTrailersIfSent()
    self.read()
    self.updateTimeout()
  }

  /// Records that the handler has taken a message and waits for the next one.
  func messageTaken() {
    self.progressed = self.loop.now
    // The timeouts restart: until now the call waited for the handler, not for the client.
    if self.isPaused { self.began = self.progressed }
    self.isAwaited = true
    self.read()
    self.updateTimeout()
  }

  /// True while WINDOW_UPDATEs are withheld, since the handler is behind.
  var isPaused: Bool { !self.isAwaited && !self.messages.isEmpty }

  /// Passes the next message to the handler if it waits for one. Otherwise messages are queued, and
  /// the client's window is exhausted.
  private func read() {
    guard case .open = self.phase else { return }
    if self.isAwaited {
      switch self.messages.next(atMost: self.limits.messageBytes) {
      case .message(let bytes):
        self.isAwaited = false
        self.requests.yield(.message(Array(bytes.readableBytesView)))
      case .tooLong(let count):
        return self.refuse(
          .resourceExhausted,
          "the message has \(count) bytes; at most \(self.limits.messageBytes) are allowed")
      case .compressed:
        return self.refuse(
          .internalError, "the message is compressed, but grpc-encoding names no compression")
      case .incomplete: break
      }
    }
    if self.hasRequest, self.messages.isEmpty {
      self.requests.finish()
    } else if self.hasRequest, self.isAwaited {
      return self.refuse(.internalError, "the request ended inside a message")
    }
    self.connection.pause(self.isPaused, stream: self.stream)
  }

  /// Ends a call whose request violates gRPC's framing or limits.
  private func refuse(_ code: RPCError.Code, _ message: String) {
    let error = RPCError(code: code, message: message)
    self.finish(with: CallStatus(error))
    self.cancelHandler(because: error)
  }
}
