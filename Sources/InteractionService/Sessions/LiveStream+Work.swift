package import InteractionCore
import InteractionWire
import Synchronization

/// For a driver on an event loop instead of on tasks.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// What there is to do.
  package struct Work: Sendable {
    /// What is to be written now, in order; it counts as written.
    package var packets: [Packet] = []
    /// After how long to call ``timerRang()``, instead of whenever that was to be before; nil if
    /// that stays as it is.
    package var wake: TimeSpan?
    /// Whether the end is among what still waits to be written.
    package var endWaits = false
    /// Whether there was room, but too little for the next frame.
    package var needsMoreRoom = false
  }

  /// What there is to do; what is to be written only as far as there is room for it.
  ///
  /// - Parameters:
  ///   - room: The room for frames; nil if there is none.
  ///   - canEnd: Whether the end could leave now, which needs no room.
  package func work(within room: OutputRoom?, canEnd: Bool) -> Work {
    self.state.withLock { state in
      var work = Work()
      if state.wakesLate {
        state.wake = state.stream.nextDeadline
        work.wake = state.wake.map { max($0 - self.clock.now, .zero) }
      }
      work.packets = state.takePackets(within: room, canEnd: canEnd)
      if !state.outbox.isEmpty {
        work.endWaits = !state.ending.isOpen
        work.needsMoreRoom = room != nil
      }
      return work
    }
  }

  /// The timer is over, perhaps early: what is due happens.
  package func timerRang() {
    let isDue = self.state.withLock { state in
      defer { state.wake = nil }
      return state.wake.map { self.clock.now >= $0 } ?? false
    }
    if isDue { self.act { stream, now in stream.tick(at: now) } }
  }

  /// How the stream ended; nil if well, or if it has not.
  package var error: StreamError? { self.standing.error }
}

/// For a driver on tasks.
@available(InteractionEngine 1.0, *)
extension LiveStream {
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
  /// Takes what can be written now, in order.
  fileprivate mutating func takePackets(within room: OutputRoom?, canEnd: Bool) -> [LiveStream
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
