import GRPCCore
import InteractionService
import InteractionWire
import NIOCore

/// Serves a call by grpc-swift's router, on a task: its DATA become the messages that a handler
/// reads, and what the handler writes becomes DATA, as fast as the client makes room.
///
/// It ends a call whose request does not arrive, or arrives in crumbs, and one whose client does
/// not read how it has ended.
final class RPCCall: ConnectionCall {
  typealias Message = [UInt8]

  /// Bytes that may wait for room before the handler does.
  static let mostUnsent = 1 << 16
  /// Bytes that are written at once.
  static let longestWrite = 1 << 16

  let connection: ConnectionHandler
  let stream: UInt32
  let loop: any EventLoop
  let limits: ConnectionLimits
  /// Whether it counts as one that is worked on.
  let isWork: Bool
  var phase = Phase.serving(.nothing)
  /// Ends the call if what it awaits does not come.
  var time: (awaited: Awaited, timer: CallTimers.Timer)?

  // The request.
  let requests: AsyncThrowingStream<RPCRequestPart<Message>, any Error>.Continuation
  var messages = MessageReader()
  private(set) var hasRequest = false
  /// Whether DATA has come, or the request's end.
  private(set) var hasHeard = false
  /// Whether the handler waits for the next message.
  private var isAwaited = true
  /// When the call began, and when the newest frame of its request came.
  private(set) var began: NIODeadline
  private(set) var progressed: NIODeadline

  // The answer.
  var unsent = UnsentMessages()
  /// Those of the writes that wait for room.
  var writers: [CheckedContinuation<Void, any Error>] = []
  /// Cancels the handler.
  var cancel: () -> Void = {}
  /// Whether the server ends.
  var isQuiescing = false
  /// Whether the handler's task is cancelled.
  var isWriterCancelled = false

  /// What of the request is not whole, and of the answer not read.
  var waiting: WaitingBytes.Share?
  /// Bytes of ``unsent`` that are counted.
  var counted = 0

  /// The phase of a call.
  enum Phase {
    /// The handler may still answer.
    ///
    /// Can transition to: ``leaving(_:after:)``, ``over``.
    case serving(Answer)
    /// The answer has ended, and its trailers wait for what comes before them to leave, or for the
    /// request to begin.
    ///
    /// Can transition to: ``over``.
    case leaving(CallStatus, after: Answer)
    /// The call has ended, or is lost.
    case over
  }

  /// The sent part of the answer.
  enum Answer {
    case nothing
    case headers
  }

  init(
    on stream: UInt32, of connection: ConnectionHandler, _ context: ChannelHandlerContext,
    isWork: Bool,
    _ requests: AsyncThrowingStream<RPCRequestPart<Message>, any Error>.Continuation
  ) {
    self.connection = connection
    self.stream = stream
    self.loop = context.eventLoop
    self.limits = connection.limits
    self.isWork = isWork
    self.requests = requests
    self.began = context.eventLoop.now
    self.progressed = self.began
    self.waiting = connection.share(
      on: self.loop,
      NIOLoopBound({ [weak self] in self?.reset(.enhanceYourCalm) }, eventLoop: self.loop))
  }

  // MARK: Reading

  func dataCame(_ bytes: ByteBuffer) {
    self.hasHeard = true
    guard case .serving = self.phase else { return self.leaveIfSent() }
    self.progressed = self.loop.now
    let before = self.messages.unfinished
    _ = self.messages.note(bytes, isRead: false, atMost: 0)
    let more = self.messages.unfinished - before
    self.waiting?.change(by: more)
    guard more == 0 || self.connection.state.admit(unfinished: more), !self.messages.isCrumbled
    else { return self.reset(.enhanceYourCalm) }
    self.read()
    self.keepTime()
  }

  func requestEnded() {
    (self.hasRequest, self.hasHeard) = (true, true)
    self.leaveIfSent()
    self.read()
    self.keepTime()
  }

  /// The handler has taken a message, and waits for the next one.
  func messageTaken() {
    self.progressed = self.loop.now
    // Until now the handler had to be waited for, and not the client.
    if self.isPaused { self.began = self.progressed }
    self.isAwaited = true
    self.read()
    self.keepTime()
  }

  /// Whether the client gets no new room: only the handler can make some.
  var isPaused: Bool { !self.isAwaited && !self.messages.isEmpty }

  /// Hands the next message to the handler if it waits for one. While it does not, what has come is
  /// kept, and the client's window fills up.
  private func read() {
    guard case .serving = self.phase else { return }
    if self.isAwaited {
      switch self.messages.next(atMost: self.limits.messageBytes) {
      case .message(let bytes):
        self.isAwaited = false
        self.requests.yield(.message(Array(bytes.readableBytesView)))
      case .tooLong(let count):
        return self.refuse(
          .resourceExhausted,
          "the message has \(count) bytes; at most \(self.limits.messageBytes) are accepted")
      case .compressed:
        return self.refuse(
          .internalError, "the message is compressed, and grpc-encoding says nothing of it")
      case .incomplete: break
      }
    }
    if self.hasRequest, self.messages.isEmpty {
      self.requests.finish()
    } else if self.hasRequest, self.isAwaited {
      return self.refuse(.internalError, "the request ends in the middle of a message")
    }
    self.connection.pause(self.isPaused, stream: self.stream)
  }

  /// Ends a call whose request is none that gRPC has.
  private func refuse(_ code: RPCError.Code, _ message: String) {
    let error = RPCError(code: code, message: message)
    self.finish(with: CallStatus(error))
    self.drop(because: error)
  }
}
