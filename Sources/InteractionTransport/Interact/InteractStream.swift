import InteractionService
import InteractionStream
import InteractionWire
import NIOCore

/// Serves a call of `Interact` where its bytes arrive, on the event loop of its connection, without
/// a task and without the router.
///
/// The connection speaks HTTP/2 for it; ``CallService`` says how far the call is. `Interact` has
/// deadlines of its own: its first frame, its heartbeats.
final class InteractStream: ConnectionCall, StreamShell {
  static let path = "/interaction.v1.InteractionService/Interact"

  let connection: ConnectionHandler
  let stream: UInt32
  let engine: Engine
  let loop: any EventLoop
  var service: CallService<LiveStream>
  var alarm: CallTimers.Timer?
  /// Ends the call if the client does not read how that has ended.
  var linger: CallTimers.Timer?
  var messages = MessageReader()
  var hasRequest = false
  var isAnswered = false
  /// What waits for room.
  var unsent = ByteBuffer()
  /// What of a message is not whole; frames that wait are the stream's.
  var waiting: WaitingBytes.Share?

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
    self.service = .asking(call.timeout.map { .at(loop.now + $0) } ?? .none)
    self.waiting = connection.share(
      // Until it is forgotten. A weak reference would make each use of the object slower.
      on: loop, NIOLoopBound({ self.reset(.enhanceYourCalm) }, eventLoop: loop))
  }

  /// Begins a call.
  static func begin(
    _ call: CallRequest, on stream: UInt32, of connection: ConnectionHandler, _ engine: Engine
  ) {
    guard let context = connection.context else { return }
    let shell = InteractStream(call, on: stream, of: connection, context, engine)
    connection.serve(shell, on: stream)
    shell.setAlarm()
    shell.identify(
      authorization: call.authorization, routingKey: call.routingKey, in: call.trace,
      on: context.channel, engine)
    if shell.service.stream != nil { shell.answer() }
  }

  // MARK: Reading

  func dataCame(_ bytes: ByteBuffer) {
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

  /// Counts DATA. Returns whether it is to be read where it lies; nil if messages come in crumbs,
  /// or there is too much of such.
  private func admit(_ bytes: ByteBuffer, isRead: Bool) -> Bool? {
    let before = self.messages.unfinished
    let isReadable = self.messages.note(
      bytes, isRead: isRead, atMost: self.engine.longestMessage)
    let more = self.messages.unfinished - before
    if more != 0 { self.waiting?.change(by: more) }
    guard more == 0 || self.connection.state.admit(unfinished: more), !self.messages.isCrumbled
    else { return nil }
    return isReadable
  }

  func requestEnded() {
    self.hasRequest = true
    self.read()
  }

  /// Takes in what has arrived as whole messages.
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
          "the message is compressed, and grpc-encoding says nothing of it", stream)
      case .incomplete:
        guard self.hasRequest else { return }
        guard self.messages.unfinished == 0 else {
          return self.refuse("the request ends in the middle of a message", stream)
        }
        self.handle(stream.receiveEnd(for: self), of: stream)
        return
      }
    }
  }

  /// A message has come that begins at `start`. Returns whether there may be more.
  @discardableResult
  private func handle(_ bytes: ByteBuffer, from start: Int = 0, _ stream: LiveStream) -> Bool {
    let turn = bytes.withUnsafeReadableBytes {
      stream.decode(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start)), for: self)
    }
    self.connection.state.turn.spend(deciding: turn.cost)
    return self.handle(turn, of: stream)
  }

  func pauseReading(_ isPaused: Bool) {
    self.connection.pause(isPaused, stream: self.stream)
  }
}
