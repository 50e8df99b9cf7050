import InteractionCore
import InteractionExperience
import InteractionStream
import InteractionWire
import Testing

/// Drives a session stream by hand: without sockets, tasks and clocks.
struct StreamDriver {
  private(set) var stream: SessionStream
  private(set) var now = Instant.zero
  private(set) var finish: StreamError??

  init(limits: StreamLimits = StreamLimits()) {
    self.stream = SessionStream(context: .builtIn(limits), at: .zero)
  }

  /// Returns an open stream with `home-refined`.
  static func opened(
    skips: Bool = false, limits: StreamLimits = StreamLimits()
  ) -> StreamDriver {
    var driver = StreamDriver(limits: limits)
    driver.receive(.open(.sample(skips: skips)))
    return driver
  }

  /// The reason for the stream's end, `OK` without an error; nil while it is open.
  var ending: String? {
    self.finish.map { $0?.reason.rawValue ?? "OK" }
  }

  var error: StreamError? { self.finish ?? nil }

  @discardableResult
  mutating func receive(_ frame: RequestFrame) -> [ResponseFrame] {
    self.note(self.stream.receive(frame, at: self.now))
  }

  @discardableResult
  mutating func send(_ first: UInt64, _ kinds: InteractionEvent.Kind..., at ms: Int64 = 0)
    -> [ResponseFrame]
  {
    let events = kinds.enumerated().map { index, kind in
      DecodedEvent.event(
        InteractionEvent(
          sequence: first + UInt64(index), time: Instant(microseconds: ms * 1000), kind: kind))
    }
    return self.receive(.events(first: first, events))
  }

  @discardableResult
  mutating func end() -> [ResponseFrame] {
    self.note(self.stream.receiveEnd(at: self.now))
  }

  /// Advances the server's time, and wakes the stream at its deadlines.
  @discardableResult
  mutating func pass(_ span: TimeSpan) -> [ResponseFrame] {
    let end = self.now + span
    var frames: [ResponseFrame] = []
    while let due = self.stream.nextDeadline, due <= end {
      self.now = max(self.now, due)
      frames += self.note(self.stream.tick(at: self.now))
    }
    self.now = end
    return frames + self.note(self.stream.tick(at: end))
  }

  /// Advances the server's time without waking the stream before its end, as in a paused process.
  mutating func freeze(_ span: TimeSpan) {
    self.now = self.now + span
    _ = self.note(self.stream.tick(at: self.now))
  }

  private mutating func note(_ outputs: [SessionStream.Output]) -> [ResponseFrame] {
    var frames: [ResponseFrame] = []
    for output in outputs {
      switch output {
      case .admit: frames += self.note(self.stream.admitted(at: self.now))
      case .send(let frame): frames.append(frame)
      case .finish(let error): self.finish = .some(error)
      case .notifyWatchers, .verify, .answer, .moveDecided: break
      }
    }
    return frames
  }
}

extension SessionStream.Context {
  /// Returns the context of a server with the built-in experiences.
  static func builtIn(
    _ limits: StreamLimits = StreamLimits(), checkpoints: CheckpointSealer? = nil,
    version: SessionStream.ExperienceLookup? = nil
  ) -> SessionStream.Context {
    SessionStream.Context(
      limits: limits,
      experiences: Experiences(
        named: { name in (try? BuiltInExperiences.named(name)) ?? nil },
        version: version ?? { digest in
          (try? BuiltInExperiences.all)?.first { $0.digest == digest }
        }),
      checkpoints: checkpoints)
  }
}

extension [SessionStream.Output] {
  /// The outcome of a command.
  var answer: CommandOutcome? {
    for case .answer(let outcome) in self { return outcome }
    return nil
  }
}

extension OpenFrame {
  static func sample(experience: String = "home-refined", skips: Bool = false) -> OpenFrame {
    OpenFrame(
      clientName: "test", clientVersion: "1", sessionID: "s-1", experience: experience,
      surface: .phone, skipsSamples: skips, current: nil, time: .zero)
  }
}

extension InteractionEvent.Kind {
  static func home(_ phase: Scroll.Phase, _ y: Double, drag: UInt32 = 1) -> InteractionEvent.Kind {
    .scroll(Scroll(source: SourceID("home"), drag: drag, phase: phase, y: y))
  }
}
