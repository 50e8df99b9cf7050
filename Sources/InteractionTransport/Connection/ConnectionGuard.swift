package import NIOCore
import NIOHTTP2

/// A call as its connection knows it.
protocol GuardedCall: AnyObject {
  /// The client has reset it.
  func receiveReset(_ code: HTTP2ErrorCode)

  /// The client has broken a rule of HTTP/2 on its stream, and of no other: it ends with this error.
  func fail(_ code: HTTP2ErrorCode)
}

/// Stands before a connection's HTTP/2 handler, and keeps it from what that one does not bound.
///
/// - PINGs are answered here. grpc-go clients send one for every DATA frame that they receive, to
///   estimate bandwidth, and the HTTP/2 handler closes a connection after 200 control frames in 30 s,
///   which such a client reaches after about 200 messages. Those over the budget are passed on, and
///   then the HTTP/2 handler's limit holds.
/// - RST_STREAMs go to their calls from here, and those for calls that are over are dropped: the HTTP/2
///   handler takes 200 in 30 s for an attack, and a proxy sends one for each client that goes away.
/// - RST_STREAMs for calls that have had no message yet end the connection over a budget of their own,
///   to which each other call adds: opening calls costs the engine more than the client.
/// - DATA and WINDOW_UPDATEs for calls that are over are dropped, since the HTTP/2 handler remembers
///   only the last 32 that were reset, and ends the connection for others.
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
  private static let earlyResetsPerServedCall: Int64 = 4

  private let now: () -> NIODeadline
  private var context: ChannelHandlerContext?
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
  /// Bytes of a frame that are still to be dropped.
  private var dropping = 0
  /// Room that DATA took which is dropped. The client has it back at once: the HTTP/2 handler and
  /// ``DirectData`` keep up to three quarters of the window.
  private var droppedData = 0
  private var newestStream: UInt32 = 0
  /// The newest stream whose HEADERS the HTTP/2 handler has seen: its call is known if it is not over.
  private var newestBegun: UInt32 = 0
  private var calls: [UInt32: any GuardedCall] = [:]
  /// Those of them that have had neither a message nor an end.
  private var unserved: Set<UInt32> = []
  /// Those that their client has reset, and that the HTTP/2 handler has not let go of yet.
  private var resetByClient: Set<UInt32> = []
  private let earlyResetsAtMost: Int64
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
  private var hasWritten = false
  private let refused: (String) -> Void

  /// - Parameters:
  ///   - turns: Those of its event loop.
  ///   - refused: Hears why the connection is ended, if it asks for too much.
  init(
    limits: ConnectionLimits = ConnectionLimits(), turns: LoopTurns = LoopTurns(),
    now: @escaping () -> NIODeadline = { .now() }, refused: @escaping (String) -> Void = { _ in }
  ) {
    self.now = now
    self.refused = refused
    self.turns = turns
    self.pings = FrameAllowance(limits.pings, at: now())
    self.windowUpdates = FrameAllowance(limits.windowUpdates, at: now())
    self.callWindowUpdates = FrameAllowance(limits.callWindowUpdates, at: now())
    self.strayData = FrameAllowance(limits.strayData, at: now())
    self.strayResets = FrameAllowance(limits.strayResets, at: now())
    self.others = FrameAllowance(limits.otherFrames, at: now())
    self.earlyResets = FrameAllowance(limits.earlyResets, at: now())
    self.earlyResetsAtMost = limits.grantedEarlyResets
    self.longestSettings = limits.settings * FrameHeader.settingLength
    self.workLimit = limits.concurrentCalls
    self.unfinishedLimit = limits.unfinishedBytes
    self.timer = ConnectionTimer(limits: limits)
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.timer.begin(context: context)
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
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

  func callBegan(_ call: any GuardedCall, stream: UInt32) {
    self.calls[stream] = call
    self.unserved.insert(stream)
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

  /// A call has had its first message, or its end.
  func callServed(stream: UInt32) {
    guard self.unserved.remove(stream) != nil else { return }
    self.earlyResets.grant(Self.earlyResetsPerServedCall, upTo: self.earlyResetsAtMost)
  }

  /// A call ends since its client has broken a rule. To bring that about at once costs a client as little
  /// as to reset the call.
  func callFailed(stream: UInt32) {
    guard self.unserved.contains(stream), !self.earlyResets.take(at: self.now()) else { return }
    if let context { self.refuse("too many calls with errors", context: context) }
  }

  /// A call is over for both sides.
  func callEnded(stream: UInt32) {
    self.calls[stream] = nil
    self.unserved.remove(stream)
    self.strayData.grant(Self.strayDataPerCall)
    self.timer.callEnded()
  }

  /// Whether a RST_STREAM that the HTTP/2 handler writes answers one of the client's. Such must not be
  /// sent (RFC 9113 §5.4.2).
  func answersReset(of stream: UInt32) -> Bool {
    self.resetByClient.remove(stream) != nil
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

  /// Nothing more is read from a connection that has to wait.
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
    while seen < bytes.writerIndex, !self.isRefused {
      if self.passing > 0 {
        let step = min(self.passing, bytes.writerIndex - seen)
        self.passing -= step
        seen += step
        continue
      }
      if self.dropping > 0 {
        let step = min(self.dropping, bytes.writerIndex - seen)
        self.dropping -= step
        seen += step
        bytes.moveReaderIndex(to: seen)
        continue
      }
      guard !self.turn.isOver, let header = FrameHeader(at: seen, in: bytes) else { break }
      let length = FrameHeader.length + header.payloadLength
      let isTakenWhole = header.isPing || header.isReset
      if isTakenWhole, bytes.writerIndex - seen < length { break }
      self.timer.opened()
      self.turn.take(header)
      switch self.handling(of: header, isWritable: context.channel.isWritable) {
      case .pass:
        self.passing = length
      case .refuse:
        return self.refuse(framesOf: header.kind, context: context)
      case .drop:
        self.forward(upTo: seen, of: &bytes, context: context)
        self.dropping = length
        if header.kind == FrameHeader.Kind.data { self.droppedData += header.payloadLength }
      case .answer:
        self.forward(upTo: seen, of: &bytes, context: context)
        self.answer(&bytes, context: context)
        seen = bytes.readerIndex
      case .reset:
        // Its call is known only when the HTTP/2 handler has seen what came before.
        self.forward(upTo: seen, of: &bytes, context: context)
        let code = bytes.getInteger(at: seen + FrameHeader.length, as: UInt32.self) ?? 0
        guard self.reset(header.stream, code) else {
          return self.refuse(framesOf: header.kind, context: context)
        }
        self.dropping = length
      }
    }
    guard !self.isRefused else { return }
    if seen < bytes.writerIndex {
      self.pending = bytes.getSlice(at: seen, length: bytes.writerIndex - seen)
    }
    self.forward(upTo: seen, of: &bytes, context: context)
    self.giveRoomBack(context: context)
    if self.hasWritten { context.flush() }
    self.hasWritten = false
  }

  /// What becomes of a frame.
  private enum Handling {
    case pass
    case drop
    /// A PING, answered here.
    case answer
    /// A RST_STREAM of a call that is not over.
    case reset
    /// The connection ends.
    case refuse
  }

  /// Whether the call of a stream has ended, or has never begun since its HEADERS were wrong.
  private func isOver(_ stream: UInt32) -> Bool {
    stream != 0 && stream <= self.newestBegun && self.calls.index(forKey: stream) == nil
  }

  /// Notes what a frame begins or ends, and takes it off its budget.
  private func handling(of header: FrameHeader, isWritable: Bool) -> Handling {
    // The HTTP/2 handler ends the connection if anything but a CONTINUATION comes.
    if self.isInHeaderBlock, header.kind != FrameHeader.Kind.continuation { return .pass }
    switch header.kind {
    case FrameHeader.Kind.data:
      guard self.isOver(header.stream), header.payloadLength <= FrameHeader.longestPayload else {
        return .pass
      }
      return self.strayData.take(at: self.now()) ? .drop : .refuse
    case FrameHeader.Kind.headers:
      self.newestStream = max(self.newestStream, header.stream)
      self.callWindowUpdates.grant(Self.windowUpdatesPerCall)
      self.isInHeaderBlock = !header.endsHeaders
    case FrameHeader.Kind.continuation:
      self.isInHeaderBlock = !header.endsHeaders
    case FrameHeader.Kind.reset where header.isReset && header.stream <= self.newestStream:
      guard self.isOver(header.stream) else { return .reset }
      return self.strayResets.take(at: self.now()) ? .drop : .refuse
    case FrameHeader.Kind.settings:
      return header.payloadLength <= self.longestSettings ? .pass : .refuse
    case FrameHeader.Kind.ping where header.isPing:
      // A client that pings and does not read gets no answers to be kept for it, either.
      return isWritable && self.pings.take(at: self.now()) ? .answer : .pass
    case FrameHeader.Kind.windowUpdate where header.stream == 0:
      return self.windowUpdates.take(at: self.now()) ? .pass : .refuse
    case FrameHeader.Kind.windowUpdate:
      guard self.callWindowUpdates.take(at: self.now()) else { return .refuse }
      return self.isOver(header.stream) ? .drop : .pass
    case FrameHeader.Kind.goAway, FrameHeader.Kind.continuation.advanced(by: 1)...:
      return self.others.take(at: self.now()) ? .pass : .refuse
    default:
      break
    }
    return .pass
  }

  /// The client resets a call. Returns false if it has reset too many before they had a message.
  private func reset(_ stream: UInt32, _ code: UInt32) -> Bool {
    // The HTTP/2 handler may have refused it meanwhile.
    guard let call = self.calls[stream] else { return true }
    guard !self.unserved.contains(stream) || self.earlyResets.take(at: self.now()) else {
      return false
    }
    self.resetByClient.insert(stream)
    call.receiveReset(HTTP2ErrorCode(networkCode: Int(code)))
    return true
  }

  private func giveRoomBack(context: ChannelHandlerContext) {
    guard self.droppedData > 0 else { return }
    let room = FrameHeader.windowUpdate(of: 0, by: self.droppedData)
    context.write(self.wrapOutboundOut(room), promise: nil)
    self.hasWritten = true
    self.droppedData = 0
  }

  private func forward(
    upTo index: Int, of bytes: inout ByteBuffer, context: ChannelHandlerContext
  ) {
    let length = index - bytes.readerIndex
    guard length > 0, let slice = bytes.readSlice(length: length) else { return }
    context.fireChannelRead(self.wrapInboundOut(slice))
    if !self.isInHeaderBlock, self.passing == 0 { self.newestBegun = self.newestStream }
  }

  /// Takes the PING off the front of `bytes` and writes it back as its own acknowledgement. Frames
  /// are written whole by the handler behind, so this never lands inside one.
  private func answer(_ bytes: inout ByteBuffer, context: ChannelHandlerContext) {
    guard var ping = bytes.readSlice(length: FrameHeader.pingLength) else { return }
    ping.setInteger(FrameHeader.ackFlag, at: ping.readerIndex + 4)
    context.write(self.wrapOutboundOut(ping), promise: nil)
    self.hasWritten = true
  }

  private func refuse(framesOf kind: UInt8, context: ChannelHandlerContext) {
    self.refuse("too much of frames of kind \(kind); send fewer and shorter ones", context: context)
  }

  /// Says why with a GOAWAY, and closes the connection.
  private func refuse(_ reason: String, context: ChannelHandlerContext) {
    guard !self.isRefused else { return }
    self.isRefused = true
    self.refused(reason)
    let goAway = FrameHeader.goAway(after: self.newestStream, .enhanceYourCalm, reason)
    context.writeAndFlush(self.wrapOutboundOut(goAway), promise: nil)
    context.close(promise: nil)
  }
}
