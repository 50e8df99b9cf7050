import InteractionClient
package import InteractionCore
import InteractionExperience
import InteractionReplay
package import InteractionTrace
import InteractionWire

extension LoadScript {
  /// The options for playing a recorded session.
  package struct ScriptPlaybackOptions: Hashable, Sendable {
    /// The number of consecutive repetitions within one session.
    package var loops = 1
    /// The longest pause between two events; longer ones are shortened to it. Nil for no limit.
    package var longestGap: TimeSpan?
    /// The number of samples of a drag that a client batches into a frame.
    package var samplesPerFrame = 1
    /// True if samples between trigger lines are left out.
    package var skipsSamples = false
    /// The pause, in the recording's time, after which the client sends a heartbeat.
    package var heartbeatGap = TimeSpan.seconds(10)
    /// True if the server sends checkpoints.
    package var resumes = true

    package init() {}
  }

  /// Plays a recording once, in memory, through the client's and the engine's own state machines.
  ///
  /// - Throws: ``LoadError`` if the recorded directives are not those of `experience`, or if a
  ///   pause is longer than a day.
  package init(
    _ trace: Trace, name: String, experience: Experience,
    playing: ScriptPlaybackOptions = ScriptPlaybackOptions()
  ) throws {
    if !trace.directives.isEmpty { try trace.check(against: experience, name: name) }
    var rehearsal = ScriptDryRun(trace, experience, playing)
    for event in trace.events(playing) {
      guard event.time - rehearsal.last <= EventLimits.maximumTimeAhead else {
        throw LoadError(
          .invalidArgument,
          "\(name) has a pause of \((event.time - rehearsal.last).microseconds) µs before"
            + " '\(event.kind.words)'; at most \(EventLimits.maximumTimeAhead.microseconds) µs are allowed:"
            + " shorten pauses with --max-gap")
      }
      try rehearsal.play(event)
    }
    try rehearsal.finish()
    let header = trace.header
    var open = OpenFrame(
      clientName: "interaction-load", clientVersion: "1", sessionID: "",
      experience: experience.name, surface: header.surface,
      skipsSamples: playing.skipsSamples, resumes: playing.resumes, current: header.current,
      time: header.start)
    open.platform = SessionConfiguration.buildPlatform
    self.init(
      name: name, frames: rehearsal.frames, expectedDirectives: rehearsal.answers,
      events: rehearsal.stream.counts.sent, skipped: rehearsal.stream.counts.skipped,
      work: rehearsal.work, open: open)
  }
}

extension Trace {
  /// Checks that the directives are those of an experience.
  fileprivate func check(against experience: Experience, name: String) throws {
    let comparison = LocalReplay.comparison(of: self, with: self.recorded(with: experience))
    guard !comparison.differences.isEmpty else { return }
    let isSameVersion = self.header.digest.isEmpty || self.header.digest == experience.digest
    let reason =
      isSameVersion
      ? "was changed, or recorded with another version of the engine"
      : "was recorded with another version of '\(experience.name)'"
    throw LoadError(
      .recordingMismatch,
      (["\(name) \(reason); record it again with 'interaction-load record'"]
        + comparison.report(on: name, since: self.header.start)).joined(separator: "\n"))
  }

  /// Returns the events for all repetitions, with long pauses shortened.
  fileprivate func events(_ playing: LoadScript.ScriptPlaybackOptions) -> [InteractionEvent] {
    var events: [InteractionEvent] = []
    var shift = TimeSpan.zero
    var last = self.header.start
    // Recorded numbers may start high, and must not overflow.
    let drags = self.events.flatMap(\.kind.drags)
    let span = (drags.max() ?? 0) - (drags.min() ?? 0) + 1
    for round in 0 ..< UInt32(clamping: playing.loops) {
      let begin = last
      var previous = self.header.start
      shift = begin - self.header.start
      for event in self.events {
        if let longest = playing.longestGap, event.time - previous > longest {
          shift = shift - (event.time - previous - longest)
        }
        previous = event.time
        var event = event
        event.time = event.time + shift
        event.kind = event.kind.renumbered(after: round &* span)
        last = max(last, event.time)
        events.append(event)
      }
    }
    return events
  }
}

extension InteractionEvent.Kind {
  /// The drag numbers that it contains.
  fileprivate var drags: [UInt32] {
    switch self {
    case .scroll(let scroll): scroll.drag > 0 ? [scroll.drag] : []
    case .heldDrags(let held, _): held.map(\.drag)
    default: []
    }
  }

  /// Returns the event with drag numbers raised by `drags`, since they may only grow (rule S3).
  fileprivate func renumbered(after drags: UInt32) -> InteractionEvent.Kind {
    switch self {
    case .scroll(var scroll) where scroll.drag > 0:
      scroll.drag &+= drags
      return .scroll(scroll)
    case .heldDrags(let held, let pointers):
      let held = held.map { HeldDrag(source: $0.source, drag: $0.drag &+ drags) }
      return .heldDrags(held, pointers: pointers)
    default:
      return self
    }
  }
}

/// The dry run of a script that precedes the load.
private struct ScriptDryRun {
  /// The work of a frame.
  private static let frameWork = 2
  /// The work of an event that is not a sample; a sample's is 1.
  private static let eventWork = 16

  private(set) var frames: [LoadScript.Frame] = []
  private(set) var answers: [LoadScript.ExpectedDirective] = []
  private(set) var work = 0
  private(set) var stream: ClientStream
  private var session: Session
  private let playing: LoadScript.ScriptPlaybackOptions
  private let start: Instant
  private let sources: Set<SourceID>
  private var lines: [SourceID: TriggerLines] = [:]
  private(set) var last: Instant
  /// The number of samples in the current batch.
  private var batchedSamples = 0
  /// True if the batch is to be sent.
  private var isDue = false

  init(_ trace: Trace, _ experience: Experience, _ playing: LoadScript.ScriptPlaybackOptions) {
    self.playing = playing
    self.start = trace.header.start
    self.last = self.start
    self.session = Session(experience: experience, surface: trace.header.surface)
    self.sources = Set(trace.events.compactMap(\.source))
    var options = ClientStream.Options()
    options.skipsSamples = playing.skipsSamples
    options.ticks = false
    self.stream = ClientStream(options: options, at: self.start)
    self.take(self.session.handle(trace.openingEvent), from: nil)
  }

  mutating func play(_ event: InteractionEvent) throws {
    // Events at the same time go in one frame.
    if event.time > self.last, self.isDue { try self.send() }
    while let flush = self.stream.nextFlush, flush < event.time {
      self.last = max(self.last, flush)
      self.stream.tick(at: flush)
      try self.send()
    }
    while event.time - self.last > self.playing.heartbeatGap {
      self.last = self.last + self.playing.heartbeatGap
      self.stream.advance(to: self.last)
      try self.send()
    }
    self.last = max(self.last, event.time)
    self.stream.send(event.kind, at: event.time, command: event.command)
    self.batchedSamples += 1
    self.isDue =
      self.isDue || !event.isSample || self.batchedSamples >= self.playing.samplesPerFrame
  }

  mutating func finish() throws {
    self.stream.flush()
    try self.send()
  }

  private mutating func send() throws {
    self.batchedSamples = 0
    self.isDue = false
    while let request = self.stream.nextFrame() {
      let read = [DecodedEvent](request.events.events, first: request.events.firstSequence)
      self.work += Self.frameWork
      for case .event(let event) in read {
        self.work += event.isSample ? 1 : Self.eventWork
        self.take(self.session.handle(event), from: self.frames.count)
      }
      let lastEvent = request.events.firstSequence + UInt64(read.count)
      self.frames.append(
        LoadScript.Frame(
          due: self.last - self.start, message: try request.message,
          lastEvent: read.isEmpty ? self.frames.last?.lastEvent ?? 0 : lastEvent - 1))
    }
  }

  /// Records the engine's directives, and passes new trigger lines to the client.
  private mutating func take(_ directives: [Directive], from frame: Int?) {
    for directive in directives {
      self.answers.append(
        LoadScript.ExpectedDirective(
          directive: directive.proto, kind: directive.label, frame: frame))
    }
    guard self.playing.skipsSamples else { return }
    var response = ResponseFrame()
    for source in self.sources {
      let lines = self.session.triggerLines(for: source)
      guard lines != self.lines[source] else { continue }
      self.lines[source] = lines
      response.triggerLines.append(SourceLines(source: source, lines: lines))
    }
    // Cannot fail: the response has no directives, so none can be missing.
    _ = try? self.stream.receive(response)
  }
}

extension InteractionEvent {
  fileprivate var source: SourceID? {
    if case .scroll(let scroll) = self.kind { scroll.source } else { nil }
  }
}
