import InteractionRandom
import NIOCore
import Testing

@testable import InteractionChaos

/// One direction of a connection, without sockets and clocks.
@Suite struct ProxyDirectionTests {
  private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

  private static func lane(_ faults: ConnectionFaults.DirectionFaults = .init(), window: Int = 1000)
    -> ProxyDirection
  {
    ProxyDirection(faults, stream: 0, window: window, at: self.start)
  }

  private static func buffer(_ count: Int, _ byte: UInt8 = 7) -> ByteBuffer {
    ByteBuffer(repeating: byte, count: count)
  }

  /// Returns the bytes forwarded until the lane waits or cuts, and its last step.
  private static func drain(
    _ lane: inout ProxyDirection, at now: NIODeadline = start
  ) -> (bytes: [UInt8], last: ProxyDirection.Step) {
    var bytes: [UInt8] = []
    while true {
      let step = lane.next(at: now, settled: true)
      guard case .write(let piece) = step else { return (bytes, step) }
      bytes += piece.readableBytesView
    }
  }

  @Test(arguments: [0, 1, 9, 10, 11, 29, 30])
  func `a cut lets exactly its bytes pass`(_ point: Int) {
    var lane = Self.lane()
    lane.setCut(.rst, after: point)
    for byte in 0 ..< 3 { lane.receive(Self.buffer(10, UInt8(byte)), at: Self.start) }
    let (bytes, last) = Self.drain(&lane)
    let all = (0 ..< 3).flatMap { [UInt8](repeating: $0, count: 10) }
    #expect(bytes == Array(all.prefix(point)))
    #expect(last == .cut(.rst))
  }

  @Test func `a cut counts from now, and the earlier one stays`() {
    var lane = Self.lane()
    lane.receive(Self.buffer(10), at: Self.start)
    #expect(Self.drain(&lane).bytes.count == 10)
    lane.setCut(.fin, after: 5)
    lane.setCut(.rst, after: 6)
    lane.setCut(.rst, after: .max)
    lane.receive(Self.buffer(10), at: Self.start)
    let (bytes, last) = Self.drain(&lane)
    #expect(bytes.count == 5)
    #expect(last == .cut(.fin))
  }

  @Test func `an end waits for the bytes before it, and until they are sent`() {
    var lane = Self.lane()
    lane.receive(Self.buffer(10), at: Self.start)
    lane.receiveEnd(.fin, at: Self.start)
    #expect(lane.next(at: Self.start, settled: true) == .write(Self.buffer(10)))
    #expect(lane.next(at: Self.start, settled: false) == .idle)
    #expect(lane.next(at: Self.start, settled: true) == .endOfStream(.fin))
    #expect(lane.next(at: Self.start, settled: true) == .idle)
  }

  @Test func `the source is read while there is room`() {
    var lane = Self.lane(window: 20)
    #expect(lane.wantsBytes)
    lane.receive(Self.buffer(19), at: Self.start)
    #expect(lane.wantsBytes)
    lane.receive(Self.buffer(1), at: Self.start)
    #expect(!lane.wantsBytes)
    _ = Self.drain(&lane)
    #expect(lane.wantsBytes)
  }

  @Test func `holding keeps what comes, swallowing drops it, both keep the end`() {
    var lane = Self.lane()
    lane.receive(Self.buffer(1, 3), at: Self.start)
    lane.set(.backpressure)
    lane.receive(Self.buffer(2, 4), at: Self.start)
    #expect(!lane.wantsBytes)
    #expect(Self.drain(&lane).bytes.isEmpty)
    lane.set(nil)
    #expect(Self.drain(&lane).bytes == [3, 4, 4])
    lane.receive(Self.buffer(10), at: Self.start)
    lane.set(.dropping)
    #expect(lane.wantsBytes)
    lane.receive(Self.buffer(5), at: Self.start)
    lane.receiveEnd(.rst, at: Self.start)
    #expect(Self.drain(&lane) == ([], .idle))
    lane.set(nil)
    #expect(Self.drain(&lane) == ([], .endOfStream(.rst)))
    #expect(lane.droppedBytes == 15)
    #expect(lane.queuedBytes == 0)
  }

  @Test func `latency keeps the order whatever is drawn`() {
    let latency = Latency(.milliseconds(10), jitter: .milliseconds(50), seed: 3)
    var lane = Self.lane(.init(latency: latency))
    for byte in 0 ..< 50 { lane.receive(Self.buffer(1, UInt8(byte)), at: Self.start) }
    guard case .wait(let first) = lane.next(at: Self.start, settled: true) else {
      Issue.record("went at once")
      return
    }
    #expect(first >= Self.start + .milliseconds(10))
    #expect(Self.drain(&lane, at: first - .nanoseconds(1)).bytes.isEmpty)
    let (bytes, last) = Self.drain(&lane, at: Self.start + .milliseconds(60))
    #expect(bytes == Array(0 ..< 50))
    #expect(last == .idle)
  }

  @Test func `a piece that is sent again holds up what follows, and only its share is`() {
    let again = Latency.Retransmission(share: 0.02, timeout: .milliseconds(600))
    let latency = Latency(.milliseconds(150), retransmission: again, seed: 5)
    var random = SeededGenerator(seed: 5, streams: [0])
    let waits = (0 ..< 10_000).map { _ in latency.draw(from: &random) / 1_000_000 }
    let late = waits.count { $0 == 750 }
    #expect((100 ... 300).contains(late))
    #expect(waits.count { $0 == 150 } == waits.count - late)
    let first = waits.firstIndex(of: 750) ?? 0
    var lane = Self.lane(.init(latency: latency), window: 1 << 20)
    for byte in 0 ... first + 1 { lane.receive(Self.buffer(1, UInt8(byte % 256)), at: Self.start) }
    let before = Self.drain(&lane, at: Self.start + .milliseconds(749)).bytes
    #expect(before.count == first)
    #expect(Self.drain(&lane, at: Self.start + .milliseconds(750)).bytes.count == 2)
  }

  @Test func `a rate lets its burst go, and then its share of the time`() {
    let bandwidth = Bandwidth(bytesPerSecond: 1000, burst: 100)
    var lane = Self.lane(.init(bandwidth: bandwidth))
    lane.receive(Self.buffer(1000), at: Self.start)
    var sent = 0
    var now = Self.start
    while sent < 1000 {
      let (bytes, last) = Self.drain(&lane, at: now)
      sent += bytes.count
      let elapsed = (now - Self.start).nanoseconds
      #expect(Int64(sent) <= 100 + elapsed / 1_000_000)
      guard case .wait(let until) = last else { break }
      #expect(until > now)
      now = max(until, now + .nanoseconds(1))
    }
    #expect(sent == 1000)
    #expect(now - Self.start <= .milliseconds(910))
  }

  @Test func `a pause earns no more than the burst`() {
    var bucket = TokenBucket(.init(bytesPerSecond: 1 << 40, burst: .max), at: .uptimeNanoseconds(0))
    #expect(bucket.take(.max, at: .distantFuture) == .bytes(1 << 32))
    bucket = TokenBucket(.init(bytesPerSecond: 0, burst: -1), at: Self.start)
    #expect(bucket.take(5, at: Self.start) == .bytes(1))
    #expect(bucket.take(5, at: Self.start) == .wait(until: Self.start + .seconds(1)))
    #expect(bucket.take(5, at: .distantFuture) == .bytes(1))
  }
}

private func == (
  left: (bytes: [UInt8], last: ProxyDirection.Step),
  right: (bytes: [UInt8], last: ProxyDirection.Step)
) -> Bool {
  left.bytes == right.bytes && left.last == right.last
}
