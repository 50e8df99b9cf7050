import InteractionCore
import InteractionVariants
import InteractionWire

/// A session that awaits admission by the server.
@available(InteractionEngine 1.0, *)
struct PendingSession: Sendable {
  /// The initial state of the session.
  private enum InitialState: Sendable {
    /// A new session, with the event that opens it.
    case new(Session, InteractionEvent)
    /// A session resumed from a checkpoint.
    case resumed(Session, Proto.SealedSession)
  }

  let entry: SessionEntry
  private let start: InitialState

  /// Validates an `open` and its checkpoint.
  ///
  /// - Throws: The error that ends the stream: an unknown experience, a foreign checkpoint, or an
  ///   invalid initial state.
  init(
    _ open: OpenFrame, at now: Instant, by context: SessionStream.Context
  ) throws(StreamError) {
    let substitutes = Substitutes(
      level: open.level, samplesSprings: open.samplesSprings, by: context.levels)
    var restart: RestartReason?
    if let resume = open.resume {
      switch try Self.resumption(of: open, from: resume, with: substitutes, by: context) {
      case .success(let (session, sealed)):
        self.start = .resumed(session, sealed)
        self.entry = SessionEntry(
          open: open, experience: session.experience,
          selection: sealed.hasSelection ? VariantSelection(sealed.selection) : nil,
          substitutes: substitutes, outcome: .resumed(appliedEvent: sealed.appliedEvent),
          openedAt: now)
        return
      case .failure(let reason): restart = reason
      }
    }
    guard let selected = context.experiences.select(open) else {
      throw .unknownExperience(open.experience, of: context.experiences.names())
    }
    let (session, event) = try Self.beginning(of: open, with: substitutes, selected.experience)
    self.start = .new(session, event)
    self.entry = SessionEntry(
      open: open, experience: session.experience, selection: selected.selection,
      substitutes: substitutes, outcome: restart.map { .restarted($0) } ?? .new, openedAt: now)
  }

  private static func beginning(
    of open: OpenFrame, with substitutes: Substitutes, _ experience: Experience
  ) throws(StreamError) -> (Session, InteractionEvent) {
    let session = Session(
      experience: substitutes.experience(experience), surface: open.surface)
    let event = InteractionEvent(time: open.time, kind: .open(open.current))
    let violations = session.violations(in: event).map { $0.prefixed(with: "open") }
    if let first = violations.first {
      throw StreamError(
        .malformedFrame, "the frame is malformed: \(first.field) \(first.problem)",
        violations: violations)
    }
    return (session, event)
  }

  /// Returns the session of a checkpoint, or the reason to restart it.
  private static func resumption(
    of open: OpenFrame, from resume: ResumeMessage, with substitutes: Substitutes,
    by context: SessionStream.Context
  ) throws(StreamError) -> Result<(Session, Proto.SealedSession), RestartReason> {
    guard let vault = context.checkpoints else { return .failure(.unknownKey) }
    let sealed: Proto.SealedSession
    do throws(RestartReason) {
      sealed = try vault.open(resume.token)
    } catch {
      return .failure(error)
    }
    guard sealed.sessionID == open.sessionID, sealed.user == open.user else {
      throw StreamError(
        .foreignCheckpoint,
        "the checkpoint belongs to another"
          + " \(sealed.sessionID == open.sessionID ? "user" : "session"); resume a session only"
          + " from its own checkpoints")
    }
    // A checkpoint of a newer server may have state that this one does not know, and could not
    // resume faithfully.
    guard UnknownPartFinder.parts(of: sealed).isEmpty else { return .failure(.newerState) }
    guard sealed.hasSaneNumbers else { return .failure(.invalidToken) }
    guard resume.firstEvent <= sealed.appliedEvent + 1 else { return .failure(.eventsMissing) }
    guard resume.directive >= sealed.state.nextDirective - 1 else {
      return .failure(.directivesMissing)
    }
    guard let experience = context.experiences.version(sealed.state.experienceDigest) else {
      return .failure(.unknownExperience)
    }
    guard let session = try? Session(sealed.state, of: substitutes.experience(experience)) else {
      return .failure(.invalidToken)
    }
    return .success((session, sealed))
  }

  /// Returns the conversation and the directives of opening its session.
  func conversation(
    at now: Instant, by limits: StreamLimits
  ) -> (SessionStream.Conversation, [Directive]) {
    switch self.start {
    case .new(var session, let event):
      let directives = session.decide(event)
      return (.init(session, self.entry, at: now, by: limits), directives)
    case .resumed(let session, let sealed):
      return (.init(session, self.entry, from: sealed, at: now, by: limits), [])
    }
  }
}
