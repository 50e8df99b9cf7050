import InteractionCore
import InteractionExperience
import InteractionService
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// A server's side of one stream, as run by its shell: without sockets and tasks, and with the
/// input's clock.
struct Server {
  static let experiences = (try? BuiltInExperiences.all) ?? []
  /// The bundled experiences; limits are set separately, low enough for an input to reach them.
  static let lookups = SessionStream.Context.Experiences(
    named: { name in Self.experiences.first { $0.name == name } },
    version: { digest in Self.experiences.first { $0.digest == digest } })

  /// Returns the vault that all servers share, at `seconds` of the wall clock.
  static func vault(at seconds: Int64) throws -> CheckpointSealer {
    let key = "fuzz AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    return CheckpointSealer(keys: try CheckpointKeys(key), wallClock: { seconds })
  }

  private(set) var stream: SessionStream
  private(set) var now: Instant
  /// The end of the stream: nil while it is open; a nil error for OK.
  private(set) var ending: StreamError??

  init(limits: StreamLimits, at now: Instant) throws {
    let context = SessionStream.Context(
      limits: limits, experiences: Self.lookups,
      checkpoints: try Self.vault(at: now.microseconds / 1_000_000))
    self.stream = SessionStream(context: context, at: now)
    self.now = now
  }

  var isOver: Bool { self.ending != nil }

  mutating func receive(_ frame: RequestFrame) throws -> [ResponseFrame] {
    // A run of samples must have the same effect as the same events.
    var twin = self.stream
    let expected = frame.run.map { twin.receive($0, at: self.now) }
    var outputs: [SessionStream.Output] = []
    let frames = try self.act { stream, now in
      outputs = stream.receive(frame, at: now)
      return outputs
    }
    if let expected {
      try demand(
        outputs.map(\.withoutToken) == expected.map(\.withoutToken)
          && self.stream.session?.state == twin.session?.state,
        "\(frame) leads elsewhere as a run")
    }
    return frames
  }

  /// Performs an operation on the stream, and processes its outputs.
  mutating func act(
    _ body: (inout SessionStream, Instant) -> [SessionStream.Output]
  ) throws -> [ResponseFrame] {
    let wasOver = self.isOver
    let before = (applied: self.stream.appliedEvent, time: self.stream.session?.now)
    let outputs = body(&self.stream, self.now)
    try demand(!wasOver || outputs.isEmpty, "something comes after the end: \(outputs)")
    var frames: [ResponseFrame] = []
    for output in outputs {
      try demand(!self.isOver, "something comes after the end: \(output)")
      switch output {
      case .admit: frames += try self.act { stream, now in stream.admitted(at: now) }
      case .notifyWatchers, .verify, .answer, .moveDecided: break
      case .send(let frame):
        let bytes = try Self.bytes(of: frame)
        self.stream.note(bytes: bytes, through: frame.directives.last?.sequence ?? 0)
        frames.append(frame)
      case .finish(let error): self.ending = .some(error)
      }
    }
    try demand(
      self.isOver == (self.stream.nextDeadline == nil), "over is \(self.isOver), but not its clock")
    guard let session = self.stream.session else { return frames }
    try demand(self.stream.appliedEvent >= before.applied, "an applied event is taken back")
    if let time = before.time {
      try demand(session.now >= time, "session time goes back from \(time) to \(session.now)")
    }
    return frames
  }

  /// Advances the time, and runs the stream's due deadlines.
  mutating func pass(_ span: TimeSpan) throws -> [ResponseFrame] {
    let end = self.now + span
    var frames: [ResponseFrame] = []
    var ticks = 0
    while let due = self.stream.nextDeadline, due <= end {
      self.now = max(self.now, due)
      frames += try self.act { stream, now in stream.tick(at: now) }
      ticks += 1
      try demand(ticks < 10_000, "\(due) is due again and again")
    }
    self.now = max(self.now, end)
    return frames
  }

  /// Returns the encoded size of a frame, which must survive a round trip.
  private static func bytes(of frame: ResponseFrame) throws -> Int {
    let bytes: [UInt8] = try frame.proto.serializedBytes()
    let read = ResponseFrame(try Proto.Response(serializedBytes: bytes))
    let again: [UInt8] = try read.proto.serializedBytes()
    try demand(again == bytes, "a frame reads back as another one: \(frame)")
    return bytes.count
  }
}

extension SessionStream.Output {
  /// The output without the checkpoint's token, which differs for each sealing.
  fileprivate var withoutToken: Self {
    guard case .send(var frame) = self else { return self }
    frame.checkpoint?.token = []
    return .send(frame)
  }
}

extension RequestFrame {
  /// The frame's events as a run of samples; nil if they are not one.
  fileprivate var run: RequestFrame? {
    guard case .events(let first, let events) = self else { return nil }
    var run: ScrollSamples?
    for read in events {
      guard case .event(let event) = read, case .scroll(let scroll) = event.kind, event.isSample,
        event.command == nil, scroll.velocity == nil
      else { return nil }
      var longer =
        run ?? ScrollSamples(source: scroll.source, drag: scroll.drag, phase: scroll.phase)
      longer.samples.append(.init(time: event.time, x: scroll.x, y: scroll.y))
      guard longer.scroll(longer.samples[longer.samples.count - 1]) == scroll else { return nil }
      run = longer
    }
    return run.map { .samples(first: first, $0) }
  }
}
