package import InteractionCore
package import InteractionStream
import InteractionWire
import Synchronization

/// The interface for a driver on an event loop.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Work for a writer.
  package struct WriterWork: Sendable {
    /// The packets to write now, in order; they count as written.
    package var packets: [Packet] = []
    /// The time until the next call of ``timerFired(for:)``, which replaces the previous one; nil
    /// if it is unchanged.
    package var wake: TimeSpan?
    /// A Boolean value that indicates whether the end of the stream is queued.
    package var isEndQueued = false
    /// A Boolean value that indicates whether the send capacity was too small for the next frame.
    package var needsMoreCapacity = false
  }

  /// Returns the pending work; nil if there is none.
  package func work(for writer: any FrameWriter) -> WriterWork? {
    self.state.withLock { $0.work(for: writer, at: self.clock.now) }
  }

  /// Handles the timer, which may fire early.
  package func timerFired(for writer: any FrameWriter) -> WriterWork? {
    let isDue = self.takeTimer()
    return isDue ? self.act(for: writer) { $0.tick(at: $1) }.work : self.work(for: writer)
  }

  /// Clears the timer. Returns whether its deadline has passed.
  private func takeTimer() -> Bool {
    self.state.withLock { state in
      defer { state.wake = nil }
      return state.wake.map { self.clock.now >= $0 } ?? false
    }
  }

  /// The error that ended the stream; nil if there is none, or it has not ended.
  package var error: StreamError? { self.progress.error }
}

/// The interface for a driver on tasks.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Handles the timer, which may fire early.
  func timerFired() {
    if self.takeTimer() { self.act { $0.tick(at: $1) } }
  }

  /// Removes and returns the queued packets, in order. The driver reports written frames with
  /// ``wrote(_:)``.
  func packets(atMost count: Int = .max) -> [Packet] {
    self.state.withLock { state in
      defer { state.outbox.removeFirst(min(count, state.outbox.count)) }
      return Array(state.outbox.prefix(count))
    }
  }

  /// Records that a frame of `size` bytes is written.
  func wrote(_ size: Int) {
    self.state.withLock { $0.queue.release(size) }
  }

  /// Sets the timer to the next deadline, and returns it; nil if there is none.
  func setTimer() -> Instant? {
    self.state.withLock { state in
      state.wake = state.stream.nextDeadline
      return state.wake
    }
  }

  /// A Boolean value that indicates whether the timer fires later than the next deadline.
  var wakesLate: Bool { self.state.withLock { $0.wakesLate } }
}

@available(InteractionEngine 1.0, *)
extension LiveStream.State {
  /// A Boolean value that indicates whether the timer fires later than the next deadline. One that
  /// fires earlier is kept.
  var wakesLate: Bool {
    let next = self.stream.nextDeadline
    guard let wake = self.wake else { return next != nil }
    return next.map { $0 < wake } ?? true
  }
}

@available(InteractionEngine 1.0, *)
extension LiveStream.State {
  /// Returns the pending work; nil if there is none.
  mutating func work(for writer: any FrameWriter, at now: Instant) -> LiveStream.WriterWork? {
    let wakesLate = self.wakesLate
    guard wakesLate || !self.outbox.isEmpty else { return nil }
    var work = LiveStream.WriterWork()
    if wakesLate {
      self.wake = self.stream.nextDeadline
      work.wake = self.wake.map { max($0 - now, .zero) }
    }
    guard !self.outbox.isEmpty else { return work }
    let room = writer.sendCapacity
    work.packets = self.takePackets(within: room, canEnd: writer.canEnd)
    if !self.outbox.isEmpty {
      work.isEndQueued = !self.ending.isOpen
      work.needsMoreCapacity = room != nil
    }
    return work
  }

  /// Returns the signals for a driver on tasks.
  func workSignal(isOver: Bool) -> LiveStream.WorkSignal {
    var ring: LiveStream.WorkSignal = isOver ? .end : []
    if !self.outbox.isEmpty { ring.insert(.output) }
    if self.wakesLate { ring.insert(.deadline) }
    return ring
  }

  /// Removes and returns the packets that can be written now, in order.
  private mutating func takePackets(within room: SendCapacity?, canEnd: Bool) -> [LiveStream
    .Packet]
  {
    var taken = 0
    var bytes = 0
    taking: for packet in self.outbox {
      switch packet {
      case .frame(let frame, _):
        guard let room else { break taking }
        let fits = bytes + frame.count + Self.prefixBytes <= room.bytes
        guard fits || taken == 0 && room.bytes >= room.minimumForPartialFrame else { break taking }
        bytes += frame.count + Self.prefixBytes
        self.queue.release(frame.count)
      case .end:
        guard canEnd || taken > 0 else { break taking }
      }
      taken += 1
    }
    var packets: [LiveStream.Packet] = []
    if taken == self.outbox.count {
      swap(&packets, &self.outbox)
    } else if taken > 0 {
      packets = Array(self.outbox.prefix(taken))
      self.outbox.removeFirst(taken)
    }
    return packets
  }

  /// The length of gRPC's message prefix, in bytes.
  private static let prefixBytes = 5
}
