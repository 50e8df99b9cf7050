package import InteractionCore
package import InteractionWire

/// The state machine of a client's stream and its session: opening, sequence numbers,
/// acknowledgements, heartbeats, limits.
///
/// A value without I/O or clock; `now` is server time. Frames enter through ``receive(_:at:)``, and
/// all effects are in the returned outputs, so that all shells behave alike.
@available(InteractionEngine 1.0, *)
package struct SessionStream: Sendable {
  /// An action for the shell; actions are performed in order.
  package enum Output: Hashable, Sendable {
    /// Decide whether to admit the session, and call ``admitted(until:isWatched:at:)`` or
    /// ``fail(_:)``.
    indirect case admit(SessionEntry)
    /// Verify a refreshed access token, and call ``authorise(until:)`` or ``fail(_:)``.
    case verify(token: String)
    /// Send a frame.
    case send(ResponseFrame)
    /// Return the outcome of a command to the backend.
    case answer(CommandOutcome)
    /// Report the outcome of a move to another version; more than one if it waits at first.
    indirect case moveDecided(VersionMoveOutcome)
    /// Send events and directives to the watchers.
    case notifyWatchers([SessionRecord])
    /// End the stream; nil without an error. The last output.
    case finish(StreamError?)
  }

  /// The phase of the stream.
  enum Phase: Sendable {
    /// No frame has arrived.
    ///
    /// Can transition to: ``admitting(_:until:)``, ``finished``.
    case waiting(until: Instant)
    /// The shell decides whether to admit the session.
    ///
    /// Can transition to: ``open``, ``finished``.
    indirect case admitting(PendingSession, until: Instant)
    /// The session is open, and ``conversation`` is set.
    ///
    /// Can transition to: ``finished``.
    case open
    /// The stream has ended.
    case finished
  }

  let context: Context
  private var phase: Phase
  /// The server time of the next ``tick(at:)``; nil after the end. Cached, since it is read often.
  package private(set) var nextDeadline: Instant?
  /// The last directive that the client has acknowledged. Cached, since it is read often.
  package private(set) var appliedDirective: UInt64 = 0
  /// The conversation of an open session. Beside the phase and not its payload, so that it is
  /// mutated in place: it is large.
  package var conversation: Conversation?

  /// Creates a stream that waits for `open`.
  package init(context: Context, at now: Instant) {
    let until = now + context.limits.openTimeout
    self.context = context
    self.nextDeadline = until
    self.phase = .waiting(until: until)
  }

  /// The open session, if any.
  package var session: Session? { self.conversation?.session }

  /// Handles a frame of the client.
  package mutating func receive(_ frame: RequestFrame, at now: Instant) -> [Output] {
    switch self.phase {
    case .open:
      if frame.isOpening { return self.fail(.alreadyOpen) }
      // Not through `change`, whose closure would copy the frame.
      let outputs = self.conversation?.apply(frame, at: now, by: self.context)
      return outputs.map { self.settle($0) + self.moveIfPending(at: now) } ?? []
    case .waiting(let until):
      guard let open = frame.opening else { return self.fail(.openRequired) }
      return self.receive(open: open, at: now, until: until)
    case .admitting:
      // A client must wait for the response before it sends more.
      return self.fail(.openRequired)
    case .finished:
      // The frame was in flight when the stream ended.
      return []
    }
  }

  /// Ends the stream because of a frame that cannot be parsed.
  package mutating func receive(malformed violation: Violation) -> [Output] {
    self.fail(StreamError(malformed: violation))
  }

  /// Ends the stream after the client's last frame: sends all that is outstanding.
  ///
  /// - Parameter isClean: True if the client ended the stream; false if its connection was lost.
  package mutating func receiveEnd(at now: Instant, isClean: Bool = true) -> [Output] {
    let outputs = self.change { $0.sendOutstanding(at: now, by: $1) }
    let isBehind = isClean && self.conversation?.isCatchingUp ?? false
    return outputs + self.end(isBehind ? self.conversation?.diverged : nil)
  }

  /// Handles the timers that have fired.
  package mutating func tick(at now: Instant) -> [Output] {
    switch self.phase {
    case .waiting(let until), .admitting(_, let until):
      return now >= until ? self.fail(.openTimeout(self.context.limits)) : []
    case .open:
      return self.change { $0.tick(at: now, by: $1) } + self.moveIfPending(at: now)
    case .finished:
      return []
    }
  }

  /// Ends the stream with an error.
  package mutating func fail(_ error: StreamError) -> [Output] {
    self.end(error)
  }

  private mutating func receive(
    open: OpenFrame, at now: Instant, until: Instant
  ) -> [Output] {
    do {
      let opening = try PendingSession(open, at: now, by: self.context)
      self.phase = .admitting(opening, until: until)
      return [.admit(opening.entry)]
    } catch {
      return self.fail(error)
    }
  }

  /// Opens the session after its admission.
  ///
  /// - Parameters:
  ///   - expiry: The server time of the token's expiry; nil if it does not expire.
  ///   - isWatched: True to output directives for watchers from the first one on.
  package mutating func admitted(
    until expiry: Instant? = nil, isWatched: Bool = false, at now: Instant
  ) -> [Output] {
    // The stream may have ended while admission was pending.
    guard case .admitting(let opening, _) = self.phase else { return [] }
    let (conversation, directives) = opening.conversation(at: now, by: self.context.limits)
    self.phase = .open
    self.conversation = conversation
    return self.change {
      $0.authorisation = TokenValidity(until: expiry)
      $0.journal = isWatched ? directives.map { .directive($0) } : nil
      return $0.sendOpened(with: directives, at: now, by: $1)
    }
  }

  /// Carries out a move that waits for the session's rest.
  private mutating func moveIfPending(at now: Instant) -> [Output] {
    guard self.conversation?.pendingMove != nil else { return [] }
    return self.change { $0.moveAtRest(at: now, by: $1) }
  }

  /// Mutates the conversation in place, if there is one, and updates the timers.
  mutating func change(_ body: (inout Conversation, Context) -> [Output]) -> [Output] {
    let context = self.context
    let outputs = self.conversation?.change { body(&$0, context) }
    return outputs.map { self.settle($0) } ?? []
  }

  /// Adds the output for watchers, and updates the timers.
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
  /// Mutates the conversation in place.
  fileprivate mutating func change<Result>(_ body: (inout Self) -> Result) -> Result {
    body(&self)
  }

  fileprivate mutating func settle(
    _ outputs: inout [Output], by context: SessionStream.Context, _ deadline: inout Instant?,
    _ applied: inout UInt64
  ) {
    if let moments = self.takeJournal() { outputs.insert(.notifyWatchers(moments), at: 0) }
    deadline = self.nextDeadline(by: context)
    applied = self.window.applied
  }
}
