package import InteractionCore
package import InteractionWire

/// One client's stream above one session: opening, numbering, acknowledging, heartbeats, limits.
///
/// A value without I/O or clock; `now` is the server's. Everything that talks is a shell around it,
/// so that no two of them can disagree.
package struct SessionStream: Sendable {
  /// What the shell has to do, in order.
  package enum Output: Hashable, Sendable {
    /// Send a frame.
    case send(ResponseFrame)
    /// End the stream, well or with an error; nothing comes after it.
    case finish(StreamError?)
  }

  /// Where the stream is on its way.
  enum Phase: Sendable {
    /// Nothing has been heard yet.
    ///
    /// Can transition to: ``open``, ``finished``.
    case waiting(until: Instant)
    /// The session runs: there is a ``conversation``.
    ///
    /// Can transition to: ``finished``.
    case open
    /// It is over.
    case finished
  }

  /// Finds an experience by name.
  package typealias Lookup = @Sendable (String) -> Experience?

  /// What a stream needs to know of its server.
  package struct Context: Sendable {
    /// Where experiences are found.
    package struct Experiences: Sendable {
      /// The version in force of an experience, by its name.
      package var named: Lookup
      /// A version that was in force not long ago, by its digest.
      package var version: Lookup

      package init(named: @escaping Lookup, version: @escaping Lookup) {
        self.named = named
        self.version = version
      }
    }

    package var limits: StreamLimits
    package var experiences: Experiences
    /// Seals sessions; nil if this server seals none.
    package var checkpoints: CheckpointVault?

    package init(
      limits: StreamLimits, experiences: Experiences, checkpoints: CheckpointVault? = nil
    ) {
      self.limits = limits
      self.experiences = experiences
      self.checkpoints = checkpoints
    }
  }

  /// The context behind a reference, so that a frame does not copy it.
  final class Surroundings: Sendable {
    let limits: StreamLimits
    let experiences: Context.Experiences
    let checkpoints: CheckpointVault?

    init(_ context: Context) {
      self.limits = context.limits
      self.experiences = context.experiences
      self.checkpoints = context.checkpoints
    }
  }

  let surroundings: Surroundings
  private var phase: Phase
  /// When ``tick(at:)`` has something to do, in server time. Worked out once after every change: many
  /// ask.
  package private(set) var nextDeadline: Instant?
  /// The session and what is owed to its client, while it runs. Beside the phase and not inside it, so
  /// that it is changed and read in place: it is large.
  private(set) var conversation: Conversation?
  /// What has happened since ``takeJournal()``; empty while no one watches the session.
  private var journal: [SessionMoment] = []
  /// Whether someone watches the session.
  private(set) var keepsJournal = false

  /// A stream that has just been accepted.
  package init(context: Context, at now: Instant) {
    self.surroundings = Surroundings(context)
    self.nextDeadline = now + context.limits.openTimeout
    self.phase = .waiting(until: now + context.limits.openTimeout)
  }

  var limits: StreamLimits { self.surroundings.limits }

  /// The session, while there is one.
  package var session: Session? { self.conversation?.session }

  /// Takes in a frame.
  package mutating func receive(_ frame: RequestFrame, at now: Instant) -> [Output] {
    switch self.phase {
    case .waiting:
      guard case .open(let open) = frame else {
        return self.fail(
          StreamError(
            .openRequired, "the first frame must be 'open'; send it and then everything else"))
      }
      do {
        return self.open(open, as: try self.examine(open), at: now)
      } catch {
        return self.fail(error)
      }
    case .open:
      if case .open = frame {
        return self.fail(
          StreamError(
            .alreadyOpen, "the session is open already; 'open' comes once, as the first frame"))
      }
      return self.change { $0.receive(frame, at: now, by: $1) }
    case .finished:
      // It was on its way when the stream ended.
      return []
    }
  }

  /// The frame could not be read.
  package mutating func receive(malformed violation: Violation) -> [Output] {
    self.fail(StreamError(malformed: violation))
  }

  /// Carries out a backend's command; nil while no session is open, or it has yet to come to where
  /// its client is.
  package mutating func carryOut(
    _ command: SessionCommand, at now: Instant
  ) -> (outcome: CommandOutcome, outputs: [Output])? {
    guard self.conversation?.isCatchingUp == false else { return nil }
    var outcome: CommandOutcome?
    let outputs = self.change { conversation, context in
      let (result, outputs) = conversation.carryOut(command, at: now, by: context)
      outcome = result
      return outputs
    }
    return outcome.map { ($0, outputs) }
  }

  /// Tells the client to go elsewhere.
  package mutating func drain(_ part: DrainPart, at now: Instant) -> [Output] {
    self.change { $0.drain(part, at: now, by: $1) }
  }

  /// A frame that ends with directive `last` was encoded in so many bytes.
  package mutating func note(bytes: Int, through last: UInt64) {
    self.conversation?.window.note(bytes: bytes, through: last)
  }

  /// The proof of who the client is holds until then, in server time; nil means for ever.
  package mutating func authorise(until expiry: Instant?) {
    _ = self.change { conversation, _ in
      conversation.authorise(until: expiry)
      return []
    }
  }

  /// Notes from now on what happens, for ``takeJournal()``, or no longer. A watcher begins with the
  /// session as it is.
  mutating func keepJournal(_ isKept: Bool) {
    self.keepsJournal = isKept
    _ = self.change { conversation, _ in
      conversation.journal = isKept ? conversation.journal ?? [] : nil
      return []
    }
  }

  /// What has happened since the last time.
  mutating func takeJournal() -> [SessionMoment] {
    defer { self.journal = [] }
    return self.journal
  }

  /// Changes the conversation in place, if there is one.
  private mutating func change(
    _ body: (inout Conversation, Surroundings) -> [Output]
  ) -> [Output] {
    let surroundings = self.surroundings
    let change = self.conversation?.change {
      (body(&$0, surroundings), $0.nextDeadline(by: surroundings.limits))
    }
    guard let (outputs, due) = change else { return [] }
    self.nextDeadline = due
    return self.proceed(outputs)
  }

  /// Whether nothing has been heard yet.
  var isWaiting: Bool {
    if case .waiting = self.phase { true } else { false }
  }

  /// The last directive that the client says it has applied.
  var appliedDirective: UInt64 {
    self.conversation?.window.applied ?? 0
  }

  /// The last event that was applied.
  package var appliedEvent: UInt64 {
    self.conversation?.appliedEvent ?? 0
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
    case .waiting(let until):
      guard now >= until else { return [] }
      return self.fail(
        StreamError(
          .openTimeout,
          "no 'open' came within \(plain(self.limits.openTimeout.seconds)) s; send it as the first frame"
        ))
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

  private mutating func end(_ error: StreamError?) -> [Output] {
    if case .finished = self.phase { return [] }
    self.finish()
    return [.finish(error)]
  }

  /// The session has begun.
  mutating func begin(_ conversation: Conversation, _ outputs: [Output]) -> [Output] {
    self.nextDeadline = conversation.nextDeadline(by: self.limits)
    self.conversation = conversation
    self.phase = .open
    return self.proceed(outputs)
  }

  private mutating func proceed(_ outputs: [Output]) -> [Output] {
    if let moments = self.conversation?.journal, !moments.isEmpty {
      self.journal += moments
      self.conversation?.journal = []
    }
    if case .finish = outputs.last { self.finish() }
    return outputs
  }

  private mutating func finish() {
    self.phase = .finished
    self.conversation = nil
    self.nextDeadline = nil
  }
}

extension SessionStream.Conversation {
  /// Changes it where it is.
  fileprivate mutating func change<Result>(_ body: (inout Self) -> Result) -> Result {
    body(&self)
  }
}
