import InteractionCore
import InteractionStream
import InteractionWire

/// What the machine puts out.
@available(InteractionEngine 1.0, *)
extension LiveStream.State {
  /// What the shell has to do once it has released the lock.
  struct Decided {
    /// What the machine wants to know.
    enum Question {
      /// Elsewhere, since it is large: what is decided is copied for every frame.
      indirect case admit(SessionEntry)
      case verify(token: String)
    }

    var directives: [Directive] = []
    var question: Question?
    var isOver = false

    /// Whether the server has to take a new session on.
    var isOfNewSession: Bool {
      if case .admit = self.question { true } else { false }
    }
  }

  /// Queues frames and the end, and shows watchers what has happened. More frames than may wait end
  /// the stream instead: what was to follow them, its end too, is not what the client would see.
  mutating func carryOut(
    _ outputs: [SessionStream.Output], by context: SessionStream.Context
  ) -> Decided {
    var decided = Decided()
    // Mostly nothing is put out.
    if outputs.isEmpty { return decided }
    var ending = LiveStream.Ending.open
    for output in outputs {
      switch output {
      case .admit(let entry): decided.question = .admit(entry)
      case .verify(let token): decided.question = .verify(token: token)
      case .answer: break  // The caller of ``LiveStream/carryOut(_:)`` has it.
      case .show(let moments): self.watchers.pass(on: moments)
      case .finish(let error):
        guard ending.isOpen else { continue }
        // It does not read them, and the reason would wait behind them.
        if error?.reason == .slowConsumer { self.dropFrames() }
        ending = .ended(error)
      case .send(let frame):
        guard ending.isOpen else { continue }
        let bytes = frame.encoded
        if self.queue.admit(bytes.count, by: context.limits) {
          let last = frame.directives.lastSequence ?? 0
          decided.directives.add(frame.directives)
          self.stream.note(bytes: bytes.count, through: last)
          self.outbox.append(.frame(bytes, last: last))
        } else {
          let error = StreamError.unread(frames: self.queue.frames, bytes: self.queue.bytes)
          _ = self.stream.fail(error)
          self.dropFrames()
          ending = .ended(error)
        }
      }
    }
    guard case .ended(let error) = ending else { return decided }
    self.ending = ending
    self.outbox.append(.end(error))
    decided.isOver = true
    return decided
  }

  /// Drops the frames that are not written.
  private mutating func dropFrames() {
    for case .frame(let bytes, _) in self.outbox { self.queue.release(bytes.count) }
    self.outbox = []
  }
}

@available(InteractionEngine 1.0, *)
extension StreamError {
  fileprivate static func unread(frames: Int, bytes: Int) -> StreamError {
    StreamError(
      .slowConsumer, "\(frames) frames of \(bytes) bytes wait to be read; read faster")
  }

  /// The memory that its frames take is needed for others.
  static var waitingTooMuch: StreamError {
    StreamError(
      .slowConsumer,
      "too much waits for clients that do not read, and this one has waited for long; read faster")
  }
}
