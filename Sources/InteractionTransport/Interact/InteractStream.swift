import InteractionService
import InteractionStream
import InteractionWire
import NIOCore

/// Serves a call of `Interact` on the event loop of its connection, without a task or the router.
///
/// ``CallPhase`` is the state machine of the call. `Interact` has its own deadlines: for the
/// first frame and for heartbeats.
final class InteractStream: ConnectionCall, StreamShell {
  static let path = "/interaction.v1.InteractionService/Interact"

  let connection: ConnectionHandler
  let stream: UInt32
  let engine: Engine
  let loop: any EventLoop
  var service: CallPhase<LiveStream>
  var timer: CallTimers.Timer?
  /// Resets the call if the client does not read its end.
  var endTimer: CallTimers.Timer?
  var messages = MessageReader()
  var hasRequest = false
  var isAnswered = false
  /// Response bytes that wait for flow-control windows.
  var unsent = ByteBuffer()
  /// The bytes of the incomplete message; the stream counts queued frames itself.
  var waiting: BufferedBytes.Share?

  var timers: CallTimers { self.connection.callTimers }

  private init(
    _ call: CallRequest, on stream: UInt32, of connection: ConnectionHandler,
    _ context: ChannelHandlerContext, _ engine: Engine
  ) {
    self.connection = connection
    self.stream = stream
    self.engine = engine
    let loop = context.eventLoop
    self.loop = loop
    self.service = .authenticating(call.timeout.map { .at(loop.now + $0) } ?? .none)
    self.waiting = connection.share(
      // A retain cycle until the share is cleared: a weak reference would slow each use of the
      // object.
      on: loop, NIOLoopBound({ self.reset(.enhanceYourCalm) }, eventLoop: loop))
  }

  /// Begins a call.
  static func begin(
    _ call: CallRequest, on stream: UInt32, of connection: ConnectionHandler, _ engine: Engine
  ) {
    guard let context = connection.context else { return }
    let shell = InteractStream(call, on: stream, of: connection, context, engine)
    connection.register(shell, on: stream)
    shell.setTimer()
    shell.authenticate(
      authorization: call.authorization, routingKey: call.routingKey, in: call.trace,
      on: context.channel, engine)
    if shell.service.stream != nil { shell.answer() }
  }

  // MARK: Reading

  func receiveData(_ bytes: ByteBuffer) {
    let stream: LiveStream?
    switch self.service.reading {
    case .now(let reader): stream = reader
    case .later: stream = nil
    case .never: return
    }
    switch self.admit(bytes, isRead: stream != nil) {
    case true?:
      if let stream { self.handle(bytes, from: MessagePrefix.byteCount, stream) }
    case false?: self.read()
    case nil: self.reset(.enhanceYourCalm)
    }
  }

  /// Accounts for DATA. Returns whether it is read in place; nil if messages are too fragmented, or
  /// incomplete ones exceed the limit.
  private func admit(_ bytes: ByteBuffer, isRead: Bool) -> Bool? {
    let before = self.messages.incompleteBytes
    let isReadable = self.messages.receive(
      bytes, isRead: isRead, atMost: self.engine.longestMessage)
    let more = self.messages.incompleteBytes - before
    if more != 0 { self.waiting?.change(by: more) }
    guard more == 0 || self.connection.state.admit(unfinished: more), !self.messages.isFragmented
    else { return nil }
    return isReadable
  }

  func receiveEndStream() {
    self.hasRequest = true
    self.read()
  }

  /// Reads the complete messages that have arrived.
  func read() {
    while case .now(let stream) = self.service.reading {
      switch self.messages.next(atMost: stream.engine.longestMessage) {
      case .message(let bytes):
        guard self.handle(bytes, stream) else { return }
      case .tooLong(let count):
        let error = StreamError(frameOf: count, atMost: stream.engine.longestMessage)
        self.handle(stream.fail(error, for: self), of: stream)
        return
      case .compressed:
        return self.refuse(
          "the message is compressed, but grpc-encoding names no compression", stream)
      case .incomplete:
        guard self.hasRequest else { return }
        guard self.messages.incompleteBytes == 0 else {
          return self.refuse("the request ended inside a message", stream)
        }
        self.handle(stream.receiveEnd(for: self), of: stream)
        return
      }
    }
  }

  /// Handles a message that begins at byte `start`. Returns whether more may follow.
  @discardableResult
  private func handle(_ bytes: ByteBuffer, from start: Int = 0, _ stream: LiveStream) -> Bool {
    let turn = bytes.withUnsafeReadableBytes {
      stream.decode(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start)), for: self)
    }
    self.connection.state.readBudget.spend(deciding: turn.cost)
    return self.handle(turn, of: stream)
  }

  func pauseReading(_ isPaused: Bool) {
    self.connection.pause(isPaused, stream: self.stream)
  }
}
