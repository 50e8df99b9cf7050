public import InteractionCore
public import InteractionTrace

/// A recorded session, played through the version that it was recorded with and through a new one.
///
/// Up to the first difference the comparison is exact: the same events reached both versions. After
/// it the figures assume that the user's fingers would have moved alike. Events that may not have
/// happened, or that were not recorded, end the comparison.
public struct SessionComparison: Hashable, Sendable {
  /// A part of the session, played through both versions.
  public struct Part: Hashable, Sendable {
    /// The number of events.
    public internal(set) var events = 0
    /// The figures of the recorded version.
    public internal(set) var old: FigureValues = [:]
    /// The figures of the new version.
    public internal(set) var new: FigureValues = [:]
  }

  /// The reason why the rest of a session is unknown.
  public enum End: Hashable, Sendable {
    /// An event answers what only the recorded version showed, such as `animation_ended`.
    case answer(String)
    /// An event is not possible in the new version.
    case impossible(String)
    /// The client may have skipped samples that the new version needs.
    case skippedSamples
    /// The session was moved to another version.
    case moved
  }

  /// The part up to and including the first difference; all of the session if there is none.
  public private(set) var exact = Part()
  /// The part after it.
  public private(set) var assumed = Part()
  /// The number of events after the end of the comparison.
  public private(set) var unknownEvents = 0
  public private(set) var end: End?
  /// A Boolean value that indicates whether the old version decides otherwise than recorded, so
  /// that no part is exact.
  public private(set) var isAssumed = false
  /// The first difference; nil if both versions show the same.
  public private(set) var difference: FirstDifference?

  /// Plays a session.
  ///
  /// - Parameters:
  ///   - old: The version that the session was recorded with.
  ///   - isVerified: False if the trace has no directives to compare with the old version's.
  /// - Throws: ``UnusableRecording/engineDiffers`` if the old version decides otherwise than
  ///   recorded.
  public init(
    _ trace: Trace, old: Experience, new: Experience, isVerified: Bool
  ) throws(UnusableRecording) {
    try self.init(trace, recorded: old, old: old, new: new, isVerified: isVerified)
  }

  /// Plays a session through two versions, of which the old one need not be the recorded one.
  ///
  /// - Parameter recorded: The version from which a resumed session is moved to the other two.
  init(
    _ trace: Trace, recorded: Experience, old: Experience, new: Experience, isVerified: Bool
  ) throws(UnusableRecording) {
    let start = trace.header.start
    let former = trace.session(of: recorded)
    var sessions = Sessions(
      old: PlayedVersion(
        old.digest == recorded.digest
          ? former.session : trace.session(of: old, from: former.session), at: start),
      new: PlayedVersion(trace.session(of: new, from: former.session), at: start))
    if isVerified, !Directive.areSame(former.opening, trace.opening) { throw .engineDiffers }
    self.difference = FirstDifference(
      old: sessions.old.session.snapshot, new: sessions.new.session.snapshot)
    if self.difference != nil { self.endExactPart(sessions, until: start) }
    for (index, step) in trace.steps.enumerated() {
      if let end = sessions.end(before: step.event, isExact: self.difference == nil) {
        self.end = end
        self.unknownEvents = trace.steps.count - index
        break
      }
      let played = sessions.play(step.event)
      // The last directives of an engine that was killed may be missing.
      let isCut = index == trace.steps.count - 1 && step.directives.isEmpty
      if isVerified, !isCut, !Directive.areSame(played.old, step.directives) {
        throw .engineDiffers
      }
      if self.difference != nil {
        self.assumed.events += 1
      } else {
        self.exact.events += 1
        guard !Directive.areSame(played.old, played.new) else { continue }
        self.difference = FirstDifference(
          old: played.old, new: played.new, after: step.event, since: start)
        self.endExactPart(sessions, until: step.event.time)
      }
    }
    self.finish(sessions, until: self.lastTime(of: trace))
  }

  /// Counts the exact part as assumed, since the old version decides otherwise than recorded.
  mutating func assumeAll() {
    self.assumed.events += self.exact.events
    self.assumed.old.add(self.exact.old)
    self.assumed.new.add(self.exact.new)
    self.exact = Part()
    self.isAssumed = true
  }

  /// Adds events about which the recording tells nothing, after those that were played.
  mutating func addUnknown(_ events: Int, after end: End?) {
    self.unknownEvents += events
    if self.end == nil { self.end = end }
  }

  private func lastTime(of trace: Trace) -> Instant {
    let played = self.exact.events + self.assumed.events
    return played > 0 ? trace.steps[played - 1].event.time : trace.header.start
  }

  private mutating func endExactPart(_ sessions: Sessions, until time: Instant) {
    var sessions = sessions
    self.exact.old = sessions.old.figures(until: time)
    self.exact.new = sessions.new.figures(until: time)
  }

  private mutating func finish(_ sessions: Sessions, until time: Instant) {
    guard self.difference != nil else { return self.endExactPart(sessions, until: time) }
    var sessions = sessions
    self.assumed.old = sessions.old.figures(until: time).subtracting(self.exact.old)
    self.assumed.new = sessions.new.figures(until: time).subtracting(self.exact.new)
  }
}

/// The two sessions of a comparison.
private struct Sessions {
  var old: PlayedVersion
  var new: PlayedVersion
  private var skipped = SkippedSamples()
  /// A Boolean value that indicates whether both show the same; nil if a directive came since.
  private var isSame: Bool?

  init(old: PlayedVersion, new: PlayedVersion) {
    self.old = old
    self.new = new
    self.skipped.setLines(of: new.session, notIn: old.session)
  }

  mutating func play(_ event: InteractionEvent) -> (old: [Directive], new: [Directive]) {
    let directives = (old: self.old.play(event), new: self.new.play(event))
    if !directives.old.isEmpty || !directives.new.isEmpty { self.isSame = nil }
    if case .surface = event.kind {
      self.skipped.setLines(of: self.new.session, notIn: self.old.session)
    }
    return directives
  }

  /// Returns the reason why the comparison ends before an event; nil if it continues.
  mutating func end(before event: InteractionEvent, isExact: Bool) -> SessionComparison.End? {
    if case .move = event.kind { return .moved }
    if self.skipped.mayPrecede(event) { return .skippedSamples }
    guard !isExact else { return nil }
    if event.kind.answersDirective {
      let isSame = self.isSame ?? self.new.shows(theSameAs: self.old)
      self.isSame = isSame
      if !isSame { return .answer(event.kind.label) }
    }
    if !self.new.session.violations(in: event).isEmpty,
      self.old.session.violations(in: event).isEmpty
    {
      return .impossible(event.kind.label)
    }
    return nil
  }
}

extension InteractionEvent.Kind {
  /// A Boolean value that indicates whether the event answers what a directive has shown, so that
  /// it may not happen if another one is shown.
  fileprivate var answersDirective: Bool {
    switch self {
    case .animationEnded, .holdExpired, .refreshDone, .assetLooped, .selectionVerdict, .navigate,
      .account, .menu:
      true
    case .scroll(let scroll):
      switch scroll.phase {
      case .programmaticBegan, .programmaticMoved, .programmaticEnded: true
      case .began, .moved, .ended, .decelerating, .settled, .cancelled: false
      }
    case .open, .pointer, .tapTab, .selectTab, .orderToggle, .tick, .serverTick, .assetReady,
      .assetFailed, .floor, .surface, .background, .foreground, .heldDrags, .badge, .pageDrag,
      .swiping, .contentSize, .pressTab, .listShown, .item, .bar, .move:
      false
    }
  }
}
