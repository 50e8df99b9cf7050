package import InteractionCore
package import InteractionWire

/// One client's stream above one session: opening, numbering, acknowledging, heartbeats, limits.
///
/// A value without I/O or clock; `now` is the server's. Frames come in through ``receive(_:at:)``,
/// and nothing leaves but what is put out here, so that no two shells around it can disagree.
@available(InteractionEngine 1.0, *)
package struct SessionStream: Sendable {
  /// What the shell has to do, in order.
  package enum Output: Hashable, Sendable {
    /// Find out whether the server takes the session on, and say so with
    /// ``admitted(until:isWatched:at:)`` or ``fail(_:)``.
    indirect case admit(SessionEntry)
    /// Find out whether a newer proof of who the client is can be believed, and say so with
    /// ``authorise(until:)`` or ``fail(_:)``.
    case verify(token: String)
    /// Send a frame.
    case send(ResponseFrame)
    /// Tell the backend what became of its command.
    case answer(CommandOutcome)
    /// Show watchers what has happened.
    case show([SessionMoment])
    /// End the stream, well or with an error; nothing comes after it.
    case finish(StreamError?)
  }

  /// Where the stream is on its way.
  enum Phase: Sendable {
    /// No frame has come.
    ///
    /// Can transition to: ``admitting(_:until:)``, ``finished``.
    case waiting(until: Instant)
    /// The shell finds out whether the server takes the session on.
    ///
    /// Can transition to: ``open``, ``finished``.
    indirect case admitting(Opening, until: Instant)
    /// The session runs: there is a ``conversation``.
    ///
    /// Can transition to: ``finished``.
    case open
    /// It is over.
    case finished
  }

  let context: Context
  private var phase: Phase
  /// When ``tick(at:)`` has something to do, in server time. Worked out once after every change:
  /// many ask.
  package private(set) var nextDeadline: Instant?
  /// The last directive that the client says it has applied. Likewise.
  package private(set) var appliedDirective: UInt64 = 0
  /// The session and what is owed to its client, while it runs. Beside the phase and not inside it,
  /// so that it is changed and read in place: it is large.
  package var conversation: Conversation?

  /// A stream that has just been accepted.
  package init(context: Context, at now: Instant) {
    let until = now + context.limits.openTimeout
    self.context = context
    self.nextDeadline = until
    self.phase = .waiting(until: until)
  }

  /// The session, while there is one.
  package var session: Session? { self.conversation?.session }

  /// Takes in a frame: the only way in for what a client sends.
  package mutating func receive(_ frame: RequestFrame, at now: Instant) -> [Output] {
    switch self.phase {
    case .open:
      if frame.isOpening { return self.fail(.alreadyOpen) }
      // Without a closure, which would copy the frame.
      let outputs = self.conversation?.apply(frame, at: now, by: self.context)
      return outputs.map { self.settle($0) } ?? []
    case .waiting(let until):
      guard let open = frame.opening else { return self.fail(.openRequired) }
      return self.receive(open: open, at: now, until: until)
    case .admitting:
      // A client may only send more once it is answered, but nothing keeps it from trying.
      return self.fail(.openRequired)
    case .finished:
      // It was on its way when the stream ended.
      return []
    }
  }

  /// A frame could not be read.
  package mutating func receive(malformed violation: Violation) -> [Output] {
    self.fail(StreamError(malformed: violation))
  }

  /// The client has said all it wants to: what it is owed is sent, then the stream ends well.
  ///
  /// - Parameter isClean: Whether the client said so, instead of only being gone.
  package mutating func receiveEnd(at now: Instant, isClean: Bool = true) -> [Output] {
    let outputs = self.change { $0.farewell(at: now, by: $1) }
    let isBehind = isClean && self.conversation?.isCatchingUp ?? false
    return outputs + self.end(isBehind ? self.conversation?.diverged : nil)
  }

  /// Time has passed.
  package mutating func tick(at now: Instant) -> [Output] {
    switch self.phase {
    case .waiting(let until), .admitting(_, let until):
      return now >= until ? self.fail(.openTimeout(self.context.limits)) : []
    case .open:
      return self.change { $0.tick(at: now, by: $1) }
    case .finished:
      return []
    }
  }

  /// Ends the stream from outside.
  package mutating func fail(_ error: StreamError) -> [Output] {
    self.end(error)
  }

  private mutating func receive(
    open: OpenFrame, at now: Instant, until: Instant
  ) -> [Output] {
    do {
      let opening = try Opening(open, at: now, by: self.context)
      self.phase = .admitting(opening, until: until)
      return [.admit(opening.entry)]
    } catch {
      return self.fail(error)
    }
  }

  /// The server takes the session on.
  ///
  /// - Parameters:
  ///   - expiry: Until when the proof of who the client is holds, in server time; nil means for
  ///     ever.
  ///   - isWatched: Whether what happens is put out from the first directive on.
  package mutating func admitted(
    until expiry: Instant? = nil, isWatched: Bool = false, at now: Instant
  ) -> [Output] {
    // The stream may have ended since it asked.
    guard case .admitting(let opening, _) = self.phase else { return [] }
    let (conversation, directives) = opening.conversation(at: now, by: self.context.limits)
    self.phase = .open
    self.conversation = conversation
    return self.change {
      $0.authorisation = Authorisation(until: expiry)
      $0.journal = isWatched ? directives.map { .directive($0) } : nil
      return $0.greet(with: directives, at: now, by: $1)
    }
  }

  /// Changes the conversation in place, if there is one, and works out what is due next.
  mutating func change(_ body: (inout Conversation, Context) -> [Output]) -> [Output] {
    let context = self.context
    let outputs = self.conversation?.change { body(&$0, context) }
    return outputs.map { self.settle($0) } ?? []
  }

  /// Adds what watchers are shown of a change, and works out what is due next.
  private mutating func settle(_ outputs: [Output]) -> [Output] {
    var outputs = outputs
    self.conversation?.settle(
      &outputs, by: self.context, &self.nextDeadline, &self.appliedDirective)
    if case .finish = outputs.last { self.finish() }
    return outputs
  }

  private mutating func end(_ error: StreamError?) -> [Output] {
    if case .finished = self.phase { return [] }
    self.finish()
    return [.finish(error)]
  }

  private mutating func finish() {
    self.phase = .finished
    self.conversation = nil
    self.nextDeadline = nil
    self.appliedDirective = 0
  }
}

@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// Changes it where it is.
  fileprivate mutating func change<Result>(_ body: (inout Self) -> Result) -> Result {
    body(&self)
  }

  fileprivate mutating func settle(
    _ outputs: inout [Output], by context: SessionStream.Context, _ deadline: inout Instant?,
    _ applied: inout UInt64
  ) {
    if let moments = self.newMoments() { outputs.insert(.show(moments), at: 0) }
    deadline = self.nextDeadline(by: context)
    applied = self.window.applied
  }
}
