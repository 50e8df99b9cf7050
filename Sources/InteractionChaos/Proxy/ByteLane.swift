import InteractionRandom
import NIOCore

/// One direction of a connection: what waits, and when how much of it may go.
///
/// It does no input or output and reads no clock: bytes and the time go in, what to do comes out.
struct ByteLane {
  /// What to do next.
  enum Step: Hashable {
    /// Send these.
    case write(ByteBuffer)
    /// Tell the sink that the source has ended, in this way.
    case end(Cut)
    /// Cut the connection: the point has been reached.
    case cut(Cut)
    /// Nothing before then.
    case wait(until: NIODeadline)
    /// Nothing before something arrives or changes.
    case idle
  }

  private enum Content {
    case bytes(ByteBuffer)
    case end(Cut)
  }

  /// The most that is sent in one piece, so that what is on its way stays small.
  static let largestWrite = 64 << 10

  private let window: Int
  private let latency: Latency?
  private var jitter: SeededGenerator
  private var bucket: TokenBucket?
  private var cut: (at: Int, how: Cut)?
  private var queue = CircularBuffer<(due: NIODeadline, content: Content)>()
  /// Whether anything goes on.
  private(set) var stall: Stall?
  /// Bytes that wait.
  private(set) var queuedBytes = 0
  /// Bytes that were handed out to be sent.
  private(set) var releasedBytes = 0
  /// Bytes that were dropped.
  private(set) var swallowedBytes = 0

  init(_ faults: ConnectionFaults.ByteLane, stream: UInt64, window: Int, at now: NIODeadline) {
    self.window = max(1, window)
    self.latency = faults.latency
    self.jitter = SeededGenerator(seed: faults.latency?.seed ?? 0, streams: [stream])
    self.bucket = faults.bandwidth.map { TokenBucket($0, at: now) }
    self.stall = faults.stall
  }

  /// Whether the source should be read.
  var wantsBytes: Bool {
    switch self.stall {
    case nil: self.queuedBytes < self.window
    case .holding: false
    case .swallowing: true
    }
  }

  mutating func receive(_ bytes: ByteBuffer, at now: NIODeadline) {
    guard bytes.readableBytes > 0 else { return }
    guard self.stall != .swallowing else {
      self.swallowedBytes += bytes.readableBytes
      return
    }
    self.queuedBytes += bytes.readableBytes
    self.queue.append((self.due(at: now), .bytes(bytes)))
  }

  /// The source has ended; that waits its turn behind the bytes before it.
  mutating func receiveEnd(_ how: Cut, at now: NIODeadline) {
    self.queue.append((self.due(at: now), .end(how)))
  }

  /// Cuts after so many more bytes; an earlier point stays.
  mutating func arm(_ how: Cut, after bytes: Int) {
    let (sum, overflow) = self.releasedBytes.addingReportingOverflow(max(0, bytes))
    guard !overflow, sum < self.cut?.at ?? .max else { return }
    self.cut = (sum, how)
  }

  /// Stalls, or goes on with nil. What waits is dropped with what comes if it is to be swallowed.
  mutating func set(_ stall: Stall?) {
    self.stall = stall
    if stall == .swallowing { self.dropBytes() }
  }

  private mutating func dropBytes() {
    self.swallowedBytes += self.queuedBytes
    self.queuedBytes = 0
    self.queue.removeAll {
      if case .bytes = $0.content { true } else { false }
    }
  }

  /// - Parameter settled: whether all that was handed out has been sent; an end has to wait for
  ///   that.
  mutating func next(at now: NIODeadline, settled: Bool) -> Step {
    guard self.stall == nil else { return .idle }
    if let cut = self.cut, self.releasedBytes >= cut.at { return .cut(cut.how) }
    guard let first = self.queue.first else { return .idle }
    guard first.due <= now else { return .wait(until: first.due) }
    switch first.content {
    case .end(let how):
      guard settled else { return .idle }
      self.queue.removeFirst()
      return .end(how)
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

  /// When what arrives now may go; it does not overtake what arrived before, whatever is drawn.
  private mutating func due(at now: NIODeadline) -> NIODeadline {
    guard let latency = self.latency else { return now }
    return now + .nanoseconds(latency.draw(from: &self.jitter))
  }
}
