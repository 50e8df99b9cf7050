package import NIOCore

/// Answers HTTP/2 PING frames before the connection's HTTP/2 handler sees them.
///
/// grpc-go clients send a PING for every DATA frame that they receive, to estimate bandwidth. The
/// HTTP/2 handler closes a connection after 200 control frames in 30 s, which such a client reaches
/// after about 200 messages. This handler sits in front of it and keeps a budget of its own:
/// whatever is over the budget is passed on, and then the HTTP/2 handler's limit holds.
package final class PingResponder: ChannelDuplexHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = ByteBuffer
  package typealias OutboundOut = ByteBuffer

  /// How many PINGs are answered.
  package struct Budget: Sendable {
    /// PINGs per second that a connection may go on with for ever.
    package var perSecond: Int64
    /// PINGs that may come at once.
    package var burst: Int64

    /// Ten clients' worth of 60 Hz streams on one connection.
    package static let standard = Budget(perSecond: 600, burst: 1200)

    package init(perSecond: Int64, burst: Int64) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  private static let prefaceLength = 24
  private static let headerLength = 9
  private static let pingLength = 17
  private static let pingType: UInt8 = 6
  private static let ackFlag: UInt8 = 1

  private let budget: Budget
  private let now: () -> NIODeadline
  private var tokens: Int64
  private var refilled: NIODeadline
  /// Bytes that pass unseen: the client's preface first, then what is left of a frame's payload.
  private var passing = PingResponder.prefaceLength
  /// The start of a frame that has not arrived far enough to be told.
  private var pending: ByteBuffer?

  package init(
    budget: Budget = .standard, now: @escaping () -> NIODeadline = { .now() }
  ) {
    self.budget = budget
    self.now = now
    self.tokens = budget.burst
    self.refilled = now()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = self.unwrapInboundIn(data)
    if var pending = self.pending {
      self.pending = nil
      pending.writeBuffer(&bytes)
      bytes = pending
    }
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
      let available = bytes.writerIndex - seen
      guard available >= Self.headerLength else { break }
      guard self.isPing(at: seen, in: bytes) else {
        self.passing = Self.headerLength + self.payloadLength(at: seen, in: bytes)
        continue
      }
      guard available >= Self.pingLength else { break }
      // A client that pings and does not read gets no answers to be kept for it, either.
      guard context.channel.isWritable, self.takeToken() else {
        self.passing = Self.pingLength
        continue
      }
      self.forward(upTo: seen, of: &bytes, context: context)
      self.answer(&bytes, context: context)
      answered = true
      seen = bytes.readerIndex
    }
    let rest = bytes.writerIndex - seen
    if rest > 0 {
      self.pending = bytes.getSlice(at: seen, length: rest)
      bytes.moveWriterIndex(to: seen)
    }
    if bytes.readableBytes > 0 {
      context.fireChannelRead(self.wrapInboundOut(bytes))
    }
    if answered { context.flush() }
  }

  private func payloadLength(at index: Int, in bytes: ByteBuffer) -> Int {
    // 24 bits of length, then 8 of type.
    let word = bytes.getInteger(at: index, as: UInt32.self) ?? 0
    return Int(word >> 8)
  }

  /// Whether a PING that wants an answer starts at `index`; malformed ones are passed on.
  private func isPing(at index: Int, in bytes: ByteBuffer) -> Bool {
    guard let word = bytes.getInteger(at: index, as: UInt32.self),
      let flags = bytes.getInteger(at: index + 4, as: UInt8.self),
      let stream = bytes.getInteger(at: index + 5, as: UInt32.self)
    else { return false }
    return word == 8 << 8 | UInt32(Self.pingType) && flags & Self.ackFlag == 0
      && stream & 0x7FFF_FFFF == 0
  }

  private func takeToken() -> Bool {
    let now = self.now()
    let price = 1_000_000_000 / self.budget.perSecond
    let earned = (now - self.refilled).nanoseconds / price
    if earned > 0 {
      self.tokens = min(self.tokens + earned, self.budget.burst)
      // Not to now: what is left over counts for the next one.
      self.refilled = self.refilled + .nanoseconds(earned * price)
    }
    guard self.tokens > 0 else { return false }
    self.tokens -= 1
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
    guard var ping = bytes.readSlice(length: Self.pingLength) else { return }
    ping.setInteger(Self.ackFlag, at: ping.readerIndex + 4)
    context.write(self.wrapOutboundOut(ping), promise: nil)
  }
}
