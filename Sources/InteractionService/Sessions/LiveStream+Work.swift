package import InteractionCore
package import InteractionStream
import InteractionWire
import Synchronization

/// For a driver on an event loop instead of on tasks.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Work for a writer.
  package struct Work: Sendable {
    /// What is to be written now, in order; it counts as written.
    package var packets: [Packet] = []
    /// The time after which to call ``timerRang(for:)``, instead of whenever that was to be before;
    /// nil if that stays as it is.
    package var wake: TimeSpan?
    /// Whether the end is among what still waits to be written.
    package var endWaits = false
    /// Whether there was room, but too little for the next frame.
    package var needsMoreRoom = false
  }

  /// The work that is due now; nil if there is none.
  package func work(for writer: any FrameWriter) -> Work? {
    self.state.withLock { $0.work(for: writer, at: self.clock.now) }
  }

  /// The timer is over, perhaps early: what is due happens.
  package func timerRang(for writer: any FrameWriter) -> Work? {
    let isDue = self.takeTimer()
    return isDue ? self.act(for: writer) { $0.tick(at: $1) }.work : self.work(for: writer)
  }

  /// The timer is over. Returns whether something is due.
  private func takeTimer() -> Bool {
    self.state.withLock { state in
      defer { state.wake = nil }
      return state.wake.map { self.clock.now >= $0 } ?? false
    }
  }

  /// How the stream ended; nil if well, or if it has not.
  package var error: StreamError? { self.standing.error }
}

/// For a driver on tasks.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// The timer is over, perhaps early: what is due happens.
  func timerRang() {
    if self.takeTimer() { self.act { $0.tick(at: $1) } }
  }

  /// Takes what is to be written, in order. The driver reports what it wrote with ``wrote(_:)``.
  func packets(atMost count: Int = .max) -> [Packet] {
    self.state.withLock { state in
      defer { state.outbox.removeFirst(min(count, state.outbox.count)) }
      return Array(state.outbox.prefix(count))
    }
  }

  /// A frame of `size` bytes has been written.
  func wrote(_ size: Int) {
    self.state.withLock { $0.queue.release(size) }
  }

  /// Sets the timer, which the call's driver keeps; nil if nothing is due ever again.
  func setTimer() -> Instant? {
    self.state.withLock { state in
      state.wake = state.stream.nextDeadline
      return state.wake
    }
  }

  /// Whether the timer sleeps past what is due next.
  var wakesLate: Bool { self.state.withLock { $0.wakesLate } }
}

@available(InteractionEngine 1.0, *)
extension LiveStream.State {
  /// Whether the timer sleeps past what is due next. It sleeps on if that is later than it thought.
  var wakesLate: Bool {
    let next = self.stream.nextDeadline
    guard let wake = self.wake else { return next != nil }
    return next.map { $0 < wake } ?? true
  }
}

@available(InteractionEngine 1.0, *)
extension LiveStream.State {
  /// The work that is due now; nil if there is none.
  mutating func work(for writer: any FrameWriter, at now: Instant) -> LiveStream.Work? {
    let wakesLate = self.wakesLate
    guard wakesLate || !self.outbox.isEmpty else { return nil }
    var work = LiveStream.Work()
    if wakesLate {
      self.wake = self.stream.nextDeadline
      work.wake = self.wake.map { max($0 - now, .zero) }
    }
    guard !self.outbox.isEmpty else { return work }
    let room = writer.room
    work.packets = self.takePackets(within: room, canEnd: writer.canEnd)
    if !self.outbox.isEmpty {
      work.endWaits = !self.ending.isOpen
      work.needsMoreRoom = room != nil
    }
    return work
  }

  /// The signals for a driver on tasks.
  func ring(isOver: Bool) -> LiveStream.Ring {
    var ring: LiveStream.Ring = isOver ? .end : []
    if !self.outbox.isEmpty { ring.insert(.output) }
    if self.wakesLate { ring.insert(.deadline) }
    return ring
  }

  /// Takes what can be written now, in order.
  private mutating func takePackets(within room: OutputRoom?, canEnd: Bool) -> [LiveStream
    .Packet]
  {
    var taken = 0
    var bytes = 0
    taking: for packet in self.outbox {
      switch packet {
      case .frame(let frame, _):
        guard let room else { break taking }
        let fits = bytes + frame.count + Self.prefixBytes <= room.bytes
        guard fits || taken == 0 && room.bytes >= room.begins else { break taking }
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

  /// Of a message of gRPC, before a frame.
  private static let prefixBytes = 5
}
