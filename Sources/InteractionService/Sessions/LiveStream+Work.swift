package import InteractionCore
import InteractionWire
import Synchronization

/// For a driver on an event loop instead of on tasks.
extension LiveStream {
  /// What there is to do.
  package struct Work: Sendable {
    /// What is to be written now, in order; it counts as written.
    package var outputs: [Output] = []
    /// After how long to call ``timeHasCome()``, instead of whenever that was to be before; nil if
    /// that stays as it is.
    package var wake: TimeSpan?
    /// Whether the end is among what still waits to be written.
    package var endWaits = false
  }

  /// Takes what there is to do; what is to be written only if there is room for it.
  package func takeWork(hasRoom: Bool) -> Work {
    self.state.withLock { state in
      var work = Work()
      if state.wakesLate {
        state.wake = state.stream.nextDeadline
        work.wake = state.wake.map { max($0 - self.clock.now, .zero) }
      }
      if hasRoom {
        swap(&work.outputs, &state.outbox)
        for case .frame(let bytes, _) in work.outputs { state.queue.release(bytes.count) }
      } else {
        work.endWaits = state.ending != nil
      }
      return work
    }
  }

  /// Time has come for what is due.
  package func timeHasCome() {
    self.timerRang()
  }

  /// How the stream ended; nil if well, or if it has not.
  package var error: StreamError? { self.standing.error }

  /// Takes in one message as it came.
  package func take(_ bytes: UnsafeRawBufferPointer) -> Reading {
    if bytes.count <= self.engine.longestMessage, let frame = RequestFrame(inPlace: bytes) {
      return self.take(frame)
    }
    do {
      return self.take(
        try FrameDeserializer(maximumBytes: self.engine.longestMessage).read(bytes))
    } catch {
      self.fail(error)
      return .isOver
    }
  }
}
