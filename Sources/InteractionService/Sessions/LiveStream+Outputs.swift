import InteractionCore
import InteractionStream
import InteractionWire

/// The outputs of the state machine.
@available(InteractionEngine 1.0, *)
extension LiveStream.State {
  /// The actions that follow after the lock is released.
  struct Actions {
    /// A question of the state machine.
    enum Question {
      /// The request to admit a session. Indirect, since it is large and this value is copied for
      /// every frame.
      indirect case admit(SessionEntry)
      case verify(token: String)
    }

    var directives: [Directive] = []
    var question: Question?
    var isOver = false
    /// The session's entry after a move to another version; nil unless it has moved.
    var movedTo: SessionEntry?

    /// A Boolean value that indicates whether a new session awaits admission.
    var isOfNewSession: Bool {
      if case .admit = self.question { true } else { false }
    }
  }

  /// Queues frames and the end, and notifies watches. If the queue is full, the stream ends with an
  /// error instead.
  mutating func carryOut(
    _ outputs: [SessionStream.Output], by context: SessionStream.Context
  ) -> Actions {
    var decided = Actions()
    // The usual case.
    if outputs.isEmpty { return decided }
    var ending = LiveStream.Ending.open
    for output in outputs {
      switch output {
      case .admit(let entry): decided.question = .admit(entry)
      case .verify(let token): decided.question = .verify(token: token)
      case .moveDecided(.moved(let entry)):
        self.entry = entry
        decided.movedTo = entry
      case .moveDecided: break  // Read by the caller, ``LiveStream/move(_:)``.
      case .answer: break  // Read by the caller, ``LiveStream/carryOut(_:)``.
      case .notifyWatchers(let moments): self.watchers.append(moments)
      case .finish(let error):
        guard ending.isOpen else { continue }
        // The client does not read, and would not get the error behind the frames.
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

  /// Drops the unwritten frames.
  private mutating func dropFrames() {
    for case .frame(let bytes, _) in self.outbox { self.queue.release(bytes.count) }
    self.outbox = []
  }
}

@available(InteractionEngine 1.0, *)
extension StreamError {
  fileprivate static func unread(frames: Int, bytes: Int) -> StreamError {
    StreamError(
      .slowConsumer, "\(frames) frames with \(bytes) bytes are unread; read faster")
  }

  /// The error of a stream whose queued frames must be freed for others.
  static var waitingTooMuch: StreamError {
    StreamError(
      .slowConsumer,
      "the server's limit of unread bytes is reached, and this client has not read for long; read"
        + " faster")
  }
}
