package import NIOCore

/// Stands before a connection's HTTP/2 handler, and keeps it from what that one does not bound.
///
/// - PINGs are answered here. grpc-go clients send one for every DATA frame that they receive, to
///   estimate bandwidth, and the HTTP/2 handler closes a connection after 200 control frames in 30 s,
///   which such a client reaches after about 200 messages. Those over the budget are passed on, and
///   then the HTTP/2 handler's limit holds.
/// - RST_STREAMs for calls that are over are dropped. Clients answer a call that the server ends first
///   with one, and the HTTP/2 handler takes 200 of them in 30 s for an attack.
/// - RST_STREAMs for calls that have not been answered, over a budget of their own, end the connection
///   long before the HTTP/2 handler would: opening calls costs the engine more than the client.
/// - WINDOW_UPDATEs, DATA for calls that are over, GOAWAYs and frames of unknown kinds over their
///   budgets end the connection, and so do SETTINGS of very many settings: the HTTP/2 handler does not
///   count them.
/// - A connection that does not get as far as its first frame, is silent, or has no call for long, is
///   closed.
/// - Connections take turns: what one read brings beyond a turn waits until the others of the
///   event loop have had theirs, so that a flood delays its own connection.
/// - Its calls tell it what they hold of messages that are not complete, which is bounded.
package final class ConnectionGuard: ChannelDuplexHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = ByteBuffer
  package typealias OutboundOut = ByteBuffer

  private static let windowUpdatesPerCall: Int64 = 4
  private static let strayDataPerCall: Int64 = 16

  private let now: () -> NIODeadline
  private var pings: FrameAllowance
  private var windowUpdates: FrameAllowance
  private var callWindowUpdates: FrameAllowance
  private var strayData: FrameAllowance
  private var strayResets: FrameAllowance
  private var others: FrameAllowance
  private var earlyResets: FrameAllowance
  private let timer: ConnectionTimer
  /// Bytes that pass unseen: the client's preface first, then what is left of a frame's payload.
  private var passing = FrameHeader.prefaceLength
  /// The start of a frame that has not arrived far enough to be told.
  private var pending: ByteBuffer?
  private var newestStream: UInt32 = 0
  private var calls: Set<UInt32> = []
  /// Those of them that have not been answered.
  private var unanswered: Set<UInt32> = []
  /// Between HEADERS and the end of their block nothing else may come; the HTTP/2 handler sees to it.
  private var isInHeaderBlock = false
  private var turn = ConnectionTurn()
  private let turns: LoopTurns
  private let longestSettings: Int
  private let workLimit: Int
  private var working = 0
  private let unfinishedLimit: Int
  private var unfinished = 0
  private var isRefused = false

  /// - Parameter turns: Those of its event loop.
  init(
    limits: ConnectionLimits = ConnectionLimits(), turns: LoopTurns = LoopTurns(),
    now: @escaping () -> NIODeadline = { .now() }
  ) {
    self.now = now
    self.turns = turns
    self.pings = FrameAllowance(limits.pings, at: now())
    self.windowUpdates = FrameAllowance(limits.windowUpdates, at: now())
    self.callWindowUpdates = FrameAllowance(limits.callWindowUpdates, at: now())
    self.strayData = FrameAllowance(limits.strayData, at: now())
    self.strayResets = FrameAllowance(limits.strayResets, at: now())
    self.others = FrameAllowance(limits.otherFrames, at: now())
    self.earlyResets = FrameAllowance(limits.earlyResets, at: now())
    self.longestSettings = limits.settings * FrameHeader.settingLength
    self.workLimit = limits.concurrentCalls
    self.unfinishedLimit = limits.unfinishedBytes
    self.timer = ConnectionTimer(limits: limits)
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    self.timer.begin(context: context)
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    self.timer.end()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    self.timer.end()
    // The HTTP/2 handler keeps the streams of a read until that is complete. After an error of the
    // connection it never is, and they would stay for ever.
    context.fireChannelReadComplete()
    context.fireChannelInactive()
  }

  /// Those that wake its calls.
  var callTimers: CallTimers { self.turns.callTimers }

  func callBegan() {
    self.timer.callBegan()
  }

  /// Begins to work on a call; false if that is one too many.
  func admitsWork() -> Bool {
    guard self.working < self.workLimit else { return false }
    self.working += 1
    return true
  }

  /// A call has been worked on.
  func workEnded() {
    self.working -= 1
  }

  func callAnswered(stream: UInt32) {
    self.unanswered.remove(stream)
  }

  /// A call is over for both sides.
  func callEnded(stream: UInt32) {
    self.calls.remove(stream)
    self.unanswered.remove(stream)
    self.strayData.grant(Self.strayDataPerCall)
    self.timer.callEnded()
  }

  /// A call holds more, or less, of a message that is not complete; false if that is too much.
  func allows(unfinished bytes: Int) -> Bool {
    self.unfinished += bytes
    return bytes <= 0 || self.unfinished <= self.unfinishedLimit
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !self.isRefused else { return }
    self.timer.heard()
    var bytes = self.unwrapInboundIn(data)
    if var pending = self.pending {
      self.pending = nil
      pending.writeBuffer(&bytes)
      bytes = pending
    }
    if self.turn.isOver { self.pending = bytes } else { self.take(bytes, context: context) }
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    if self.turn.isOver { self.awaitTurn(context: context) } else { self.turn = ConnectionTurn() }
    context.fireChannelReadComplete()
  }

  /// Nothing more is read from somebody who has to wait.
  package func read(context: ChannelHandlerContext) {
    if !self.turn.isOver { context.read() }
  }

  /// Goes on when the other connections have had their turn.
  private func awaitTurn(context: ChannelHandlerContext) {
    guard !self.turn.isAwaited else { return }
    self.turn.isAwaited = true
    self.turns.wait(on: context.eventLoop) {
      self.turn = ConnectionTurn()
      guard !self.isRefused, context.channel.isActive else { return }
      if let bytes = self.pending {
        self.pending = nil
        self.take(bytes, context: context)
      }
      self.channelReadComplete(context: context)
      self.read(context: context)
    }
  }

  private func take(_ bytes: ByteBuffer, context: ChannelHandlerContext) {
    var bytes = bytes
    // What has been looked at and goes on lies between the buffer's reader index and `seen`.
    var seen = bytes.readerIndex
    var answered = false
    while seen < bytes.writerIndex {
      if self.passing > 0 {
        let step = min(self.passing, bytes.writerIndex - seen)
        self.passing -= step
        seen += step
        continue
      }
      guard !self.turn.isOver, let header = FrameHeader(at: seen, in: bytes) else { break }
      self.timer.opened()
      self.turn.take(header)
      if header.isPing, !self.isInHeaderBlock {
        guard bytes.writerIndex - seen >= FrameHeader.pingLength else { break }
        // A client that pings and does not read gets no answers to be kept for it, either.
        if context.channel.isWritable, self.pings.take(at: self.now()) {
          self.forward(upTo: seen, of: &bytes, context: context)
          self.answer(&bytes, context: context)
          answered = true
          seen = bytes.readerIndex
          continue
        }
      }
      if header.isReset, self.isOver(header.stream) {
        guard bytes.writerIndex - seen >= FrameHeader.resetLength else { break }
        if self.strayResets.take(at: self.now()) {
          self.forward(upTo: seen, of: &bytes, context: context)
          bytes.moveReaderIndex(forwardBy: FrameHeader.resetLength)
          seen = bytes.readerIndex
          continue
        }
      }
      guard self.allows(header) else { return self.refuse(header, context: context) }
      self.passing = FrameHeader.length + header.payloadLength
    }
    if seen < bytes.writerIndex {
      self.pending = bytes.getSlice(at: seen, length: bytes.writerIndex - seen)
    }
    self.forward(upTo: seen, of: &bytes, context: context)
    if answered { context.flush() }
  }

  private func isOver(_ stream: UInt32) -> Bool {
    stream <= self.newestStream && !self.calls.contains(stream)
  }

  /// Notes what a frame begins or ends, and whether it is within its budget.
  private func allows(_ header: FrameHeader) -> Bool {
    switch header.kind {
    case FrameHeader.Kind.data:
      return self.calls.contains(header.stream) || self.strayData.take(at: self.now())
    case FrameHeader.Kind.headers:
      self.newestStream = max(self.newestStream, header.stream)
      self.calls.insert(header.stream)
      self.unanswered.insert(header.stream)
      self.callWindowUpdates.grant(Self.windowUpdatesPerCall)
      self.isInHeaderBlock = !header.endsHeaders
    case FrameHeader.Kind.continuation: self.isInHeaderBlock = !header.endsHeaders
    case FrameHeader.Kind.reset:
      return !self.unanswered.contains(header.stream) || self.earlyResets.take(at: self.now())
    case FrameHeader.Kind.settings: return header.payloadLength <= self.longestSettings
    case FrameHeader.Kind.windowUpdate where header.stream == 0:
      return self.windowUpdates.take(at: self.now())
    case FrameHeader.Kind.windowUpdate: return self.callWindowUpdates.take(at: self.now())
    case FrameHeader.Kind.goAway, FrameHeader.Kind.continuation.advanced(by: 1)...:
      return self.others.take(at: self.now())
    default: break
    }
    return true
  }

  private func forward(
    upTo index: Int, of bytes: inout ByteBuffer, context: ChannelHandlerContext
  ) {
    let length = index - bytes.readerIndex
    guard length > 0, let slice = bytes.readSlice(length: length) else { return }
    context.fireChannelRead(self.wrapInboundOut(slice))
  }

  /// Takes the PING off the front of `bytes` and writes it back as its own acknowledgement. Frames
  /// are written whole by the handler behind, so this never lands inside one.
  private func answer(_ bytes: inout ByteBuffer, context: ChannelHandlerContext) {
    guard var ping = bytes.readSlice(length: FrameHeader.pingLength) else { return }
    ping.setInteger(FrameHeader.ackFlag, at: ping.readerIndex + 4)
    context.write(self.wrapOutboundOut(ping), promise: nil)
  }

  /// Says why with a GOAWAY, and closes the connection.
  private func refuse(_ header: FrameHeader, context: ChannelHandlerContext) {
    self.isRefused = true
    let goAway = FrameHeader.goAway(
      after: self.newestStream, .enhanceYourCalm,
      "too much of frames of kind \(header.kind); send fewer and shorter ones")
    context.writeAndFlush(self.wrapOutboundOut(goAway), promise: nil)
    context.close(promise: nil)
  }
}
