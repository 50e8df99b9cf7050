import InteractionCore
import InteractionExperience
import InteractionService
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// A server's end of one stream, as its shell would run it: no socket, no task, and the clock is
/// what the input says.
struct Server {
  static let experiences = (try? BuiltInExperiences.all) ?? []
  /// Everything that ships, but for the limits, which an input can reach.
  static let lookups = SessionStream.Context.Experiences(
    named: { name in Self.experiences.first { $0.name == name } },
    version: { digest in Self.experiences.first { $0.digest == digest } })

  /// Opens what every server of the service seals, at `seconds` of the wall clock.
  static func vault(at seconds: Int64) throws -> CheckpointVault {
    let key = "fuzz AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    return CheckpointVault(keys: try KeyRing(key), wallClock: { seconds })
  }

  private(set) var stream: SessionStream
  private(set) var now: Instant
  /// How it has ended: nil while it runs.
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
    // A run of samples leads where the same events lead.
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

  /// Does something with the stream, and takes what it puts out.
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
      case .show, .verify, .answer: break
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

  /// Lets time pass, and the stream do what it is to be woken for.
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

  /// What a frame takes on the wire, where it has to read back as it was written.
  private static func bytes(of frame: ResponseFrame) throws -> Int {
    let bytes: [UInt8] = try frame.proto.serializedBytes()
    let read = ResponseFrame(try Proto.Response(serializedBytes: bytes))
    let again: [UInt8] = try read.proto.serializedBytes()
    try demand(again == bytes, "a frame reads back as another one: \(frame)")
    return bytes.count
  }
}

extension SessionStream.Output {
  /// The same without what no two checkpoints have in common.
  fileprivate var withoutToken: Self {
    guard case .send(var frame) = self else { return self }
    frame.checkpoint?.token = []
    return .send(frame)
  }
}

extension RequestFrame {
  /// The same as a run of samples, if it is one.
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
