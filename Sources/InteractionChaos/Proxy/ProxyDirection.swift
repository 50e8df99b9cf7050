import InteractionRandom
import NIOCore

/// One direction of a proxied connection: a queue of bytes with their release times.
///
/// A pure state machine without I/O and clock: bytes and the time go in, steps come out.
struct ProxyDirection {
  /// The next action.
  enum Step: Hashable {
    /// Send the bytes.
    case write(ByteBuffer)
    /// Forward the end of the source's stream to the sink, by FIN or RST.
    case endOfStream(ConnectionEnd)
    /// Cut the connection: the cut point is reached.
    case cut(ConnectionEnd)
    /// Wait until the time.
    case wait(until: NIODeadline)
    /// Wait for bytes or a change.
    case idle
  }

  private enum Content {
    case bytes(ByteBuffer)
    case end(ConnectionEnd)
  }

  /// The maximum bytes of one write, which bounds the bytes in flight.
  static let largestWrite = 64 << 10

  private let window: Int
  private let latency: Latency?
  private var jitter: SeededGenerator
  private var bucket: TokenBucket?
  private var cut: (at: Int, how: ConnectionEnd)?
  private var queue = CircularBuffer<(due: NIODeadline, content: Content)>()
  /// The current stall; nil while bytes are forwarded.
  private(set) var stall: Stall?
  /// The bytes in the queue.
  private(set) var queuedBytes = 0
  /// The bytes that were released for sending.
  private(set) var releasedBytes = 0
  /// The bytes that were dropped.
  private(set) var droppedBytes = 0

  init(_ faults: ConnectionFaults.DirectionFaults, stream: UInt64, window: Int, at now: NIODeadline)
  {
    self.window = max(1, window)
    self.latency = faults.latency
    self.jitter = SeededGenerator(seed: faults.latency?.seed ?? 0, streams: [stream])
    self.bucket = faults.bandwidth.map { TokenBucket($0, at: now) }
    self.stall = faults.stall
  }

  /// A Boolean value that indicates whether the source should be read.
  var wantsBytes: Bool {
    switch self.stall {
    case nil: self.queuedBytes < self.window
    case .backpressure: false
    case .dropping: true
    }
  }

  mutating func receive(_ bytes: ByteBuffer, at now: NIODeadline) {
    guard bytes.readableBytes > 0 else { return }
    guard self.stall != .dropping else {
      self.droppedBytes += bytes.readableBytes
      return
    }
    self.queuedBytes += bytes.readableBytes
    self.queue.append((self.due(at: now), .bytes(bytes)))
  }

  /// Queues the end of the source's stream behind its bytes.
  mutating func receiveEnd(_ how: ConnectionEnd, at now: NIODeadline) {
    self.queue.append((self.due(at: now), .end(how)))
  }

  /// Sets the cut point after `bytes` more bytes, unless an earlier one is set.
  mutating func setCut(_ how: ConnectionEnd, after bytes: Int) {
    let (sum, overflow) = self.releasedBytes.addingReportingOverflow(max(0, bytes))
    guard !overflow, sum < self.cut?.at ?? .max else { return }
    self.cut = (sum, how)
  }

  /// Sets the stall, or ends it with nil. ``Stall/dropping`` drops the queued bytes, too.
  mutating func set(_ stall: Stall?) {
    self.stall = stall
    if stall == .dropping { self.dropBytes() }
  }

  private mutating func dropBytes() {
    self.droppedBytes += self.queuedBytes
    self.queuedBytes = 0
    self.queue.removeAll {
      if case .bytes = $0.content { true } else { false }
    }
  }

  /// Returns the next step.
  ///
  /// - Parameter settled: True if all released bytes are sent, which the end of the stream waits
  ///   for.
  mutating func next(at now: NIODeadline, settled: Bool) -> Step {
    guard self.stall == nil else { return .idle }
    if let cut = self.cut, self.releasedBytes >= cut.at { return .cut(cut.how) }
    guard let first = self.queue.first else { return .idle }
    guard first.due <= now else { return .wait(until: first.due) }
    switch first.content {
    case .end(let how):
      guard settled else { return .idle }
      self.queue.removeFirst()
      return .endOfStream(how)
    case .bytes(let bytes):
      return self.release(bytes, due: first.due, at: now)
    }
  }

  private mutating func release(
    _ bytes: ByteBuffer, due: NIODeadline, at now: NIODeadline
  ) -> Step {
    var length = min(bytes.readableBytes, Self.largestWrite)
    if let cut = self.cut { length = min(length, cut.at - self.releasedBytes) }
    switch self.bucket?.take(length, at: now) {
    case .wait(let until): return .wait(until: until)
    case .bytes(let granted): length = granted
    case nil: break
    }
    var rest = bytes
    self.queue.removeFirst()
    guard let piece = rest.readSlice(length: length) else { return .idle }
    if rest.readableBytes > 0 { self.queue.prepend((due, .bytes(rest))) }
    self.queuedBytes -= length
    self.releasedBytes += length
    return .write(piece)
  }

  /// Returns the release time of bytes that arrive now. The queue keeps the order of arrival,
  /// whatever the jitter is.
  private mutating func due(at now: NIODeadline) -> NIODeadline {
    guard let latency = self.latency else { return now }
    return now + .nanoseconds(latency.draw(from: &self.jitter))
  }
}
