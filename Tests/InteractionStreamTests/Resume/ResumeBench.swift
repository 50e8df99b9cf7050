import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@testable import InteractionStream

/// Servers with given keys and clocks, and a session that moves between them.
struct ResumeBench {
  static let first = "first AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
  static let second = "second ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="

  /// Returns a vault whose wall clock stands still.
  static func vault(_ keys: String = Self.first, at seconds: Int64 = 1_000) throws
    -> CheckpointSealer
  {
    CheckpointSealer(keys: try CheckpointKeys(keys), wallClock: { seconds })
  }

  private(set) var stream: SessionStream
  private(set) var now = Instant.zero
  private(set) var frames: [ResponseFrame] = []
  private(set) var ending: StreamError?
  private(set) var isOver = false

  init(
    _ vault: CheckpointSealer?, limits: StreamLimits = StreamLimits(),
    version: SessionStream.ExperienceLookup? = nil
  ) {
    let context = SessionStream.Context.builtIn(limits, checkpoints: vault, version: version)
    self.stream = SessionStream(context: context, at: .zero)
  }

  /// Returns a bench with an open session.
  static func opened(
    _ open: OpenFrame = .resuming(), limits: StreamLimits = StreamLimits()
  ) throws -> ResumeBench {
    var bench = ResumeBench(try Self.vault(), limits: limits)
    bench.receive(.open(open))
    return bench
  }

  @discardableResult
  mutating func receive(_ frame: RequestFrame) -> [ResponseFrame] {
    self.take(self.stream.receive(frame, at: self.now))
  }

  /// Sends events at the current session time, numbered from `first`.
  @discardableResult
  mutating func send(_ first: UInt64, _ kinds: InteractionEvent.Kind...) -> [ResponseFrame] {
    self.receive(
      .events(
        first: first,
        kinds.enumerated().map { index, kind in
          .event(InteractionEvent(sequence: first + UInt64(index), time: self.now, kind: kind))
        }))
  }

  @discardableResult
  mutating func order(_ kind: InteractionEvent.Kind, as id: String) -> CommandOutcome? {
    let command = SessionCommand(id: id, order: .event(kind))
    let outputs = self.stream.carryOut(command, at: self.now)
    self.take(outputs)
    return outputs.answer
  }

  /// Moves the session to another version. Returns the outcome, and the frames.
  mutating func move(
    to experience: Experience, allowsNewAssets: Bool = false
  ) -> (outcome: VersionMoveOutcome?, frames: [ResponseFrame]) {
    let outputs = self.stream.move(
      VersionMove(to: experience, allowsNewAssets: allowsNewAssets), at: self.now)
    var outcome: VersionMoveOutcome?
    for case .moveDecided(let decided) in outputs { outcome = decided }
    return (outcome, self.take(outputs))
  }

  mutating func cancelMove(to digest: String) { self.stream.cancelMove(to: digest) }

  /// Half-closes the client's side.
  mutating func end() -> [ResponseFrame] { self.take(self.stream.receiveEnd(at: self.now)) }

  /// Drains the session.
  mutating func drain(by deadline: TimeSpan) -> [ResponseFrame] {
    self.take(
      self.stream.drain(DrainMessage(leaveAfter: .zero, endAfter: deadline), at: self.now))
  }

  /// Advances the time, and wakes the session at its deadlines.
  @discardableResult
  mutating func pass(_ span: TimeSpan) -> [ResponseFrame] {
    let end = self.now + span
    var frames: [ResponseFrame] = []
    for _ in 0 ..< 10_000 {
      guard let due = self.stream.nextDeadline, due <= end else { break }
      self.now = max(self.now, due)
      frames += self.take(self.stream.tick(at: self.now))
    }
    if let due = self.stream.nextDeadline, due <= end {
      Issue.record("\(due) is due again and again")
    }
    self.now = end
    return frames
  }

  /// The latest checkpoint.
  var checkpoint: CheckpointMessage? { self.frames.last { $0.checkpoint != nil }?.checkpoint }

  var conversation: SessionStream.Conversation? { self.stream.conversation }

  /// The outcome of the opening.
  var outcome: OpenOutcome? { self.frames.first?.opened?.outcome }

  @discardableResult
  private mutating func take(_ outputs: [SessionStream.Output]) -> [ResponseFrame] {
    var new: [ResponseFrame] = []
    for output in outputs {
      switch output {
      case .admit: new += self.take(self.stream.admitted(at: self.now))
      case .send(let frame):
        new.append(frame)
        self.frames.append(frame)
      case .finish(let error):
        self.ending = error
        self.isOver = true
      case .notifyWatchers, .verify, .answer, .moveDecided: break
      }
    }
    return new
  }
}

extension OpenFrame {
  static func resuming(
    session: String = "s-1", user: String = "", experience: String = "home-refined",
    from checkpoint: CheckpointMessage? = nil, directive: UInt64? = nil, firstEvent: UInt64? = nil
  ) -> OpenFrame {
    OpenFrame(
      clientName: "test", clientVersion: "1", sessionID: session, experience: experience,
      surface: .phone, skipsSamples: false, resumes: true, user: user, current: nil,
      time: .zero,
      resume: checkpoint.map {
        ResumeMessage(
          token: $0.token, directive: directive ?? $0.directive,
          firstEvent: firstEvent ?? $0.event + 1)
      })
  }
}
