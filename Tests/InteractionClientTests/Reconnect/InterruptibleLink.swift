import InteractionCore
import InteractionExperience
import InteractionWire

@testable import InteractionClient
@testable import InteractionService
@testable import InteractionStream

/// A client and servers that share only their keys, over a connection that can be cut at any frame,
/// in simulated time. A copy is an independent continuation.
struct InterruptibleLink {
  private(set) var now = Instant.zero
  private(set) var client: ClientStream
  private(set) var server: SessionStream
  /// The directives that the client has applied, by number, and the superseded numbers.
  private(set) var applied: [UInt64: Directive] = [:]
  private(set) var superseded: Set<UInt64> = []
  private(set) var outcomes: [OpenOutcome] = []
  /// The client's protocol violation: a gap, or an unreadable frame; nil without one.
  private(set) var fault: Violation?
  /// The reasons for which servers ended connections.
  private(set) var endings: [StreamError.Reason?] = []
  /// True if the server has ended the connection.
  private(set) var isOver = false
  /// The frames in flight.
  private(set) var upwards: [Proto.Request] = []
  private(set) var downwards: [Proto.Response] = []
  let contexts: [SessionStream.Context]
  private(set) var epoch: UInt64 = 0
  private var opening: OpenFrame
  private let options: ClientStream.Options

  /// Makes a link with an open session.
  init(
    _ experience: Experience, surface: Surface = .phone, current: RestoredState? = nil,
    start: Instant = .zero, skips: Bool = false, ticks: Bool = false,
    limits: StreamLimits = StreamLimits()
  ) throws {
    let keys = try CheckpointKeys("shared AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    self.contexts = (0 ..< 3).map { _ in
      SessionStream.Context(
        limits: limits,
        experiences: .init(named: { _ in experience }, version: { _ in experience }),
        checkpoints: CheckpointSealer(keys: keys, wallClock: { 0 }))
    }
    var options = ClientStream.Options()
    options.skipsSamples = skips
    options.ticks = ticks
    options.resumes = true
    self.now = start
    self.options = options
    self.client = ClientStream(options: options, at: start)
    self.server = SessionStream(context: self.contexts[0], at: start)
    self.opening = OpenFrame(
      clientName: "cut", clientVersion: "1", sessionID: "cut", epoch: 1,
      experience: experience.name, surface: surface, skipsSamples: skips, resumes: true,
      current: current, time: start)
    self.connect(resuming: nil)
    self.receiveAll()
  }

  /// Cuts the connection with all frames in flight, and reconnects to another server.
  mutating func cut() {
    self.connect(resuming: self.client.reconnect())
  }

  /// Returns the session as the app saves it now.
  func kept(at wallClock: Int64 = 0) -> KeptSession? {
    self.client.kept(opening: self.opening, at: wallClock)
  }

  /// Ends the app, and restarts it with the saved session, on another server.
  mutating func restart(from kept: KeptSession) {
    self.client = ClientStream(kept, options: self.options)
    let known = self.client.applied
    self.applied = self.applied.filter { $0.key <= known }
    self.cut()
  }

  private mutating func connect(resuming resume: ResumeMessage?) {
    (self.upwards, self.downwards, self.isOver) = ([], [], false)
    self.opening.resume = resume
    self.epoch += 1
    self.opening.epoch = self.epoch
    if self.epoch > 1 { self.opening.current = self.client.current }
    self.opening.time = self.client.latest
    self.server = SessionStream(
      context: self.contexts[Int(self.epoch) % self.contexts.count], at: self.now)
    self.upwards = [Proto.Request(self.opening)]
    self.deliverUp()
  }

  /// Records a client event.
  mutating func happen(
    _ kind: InteractionEvent.Kind, at time: Instant? = nil, command: String? = nil
  ) {
    self.client.send(kind, at: time ?? self.now, command: command)
  }

  mutating func tickClient() { self.client.tick(at: self.now) }

  mutating func beat() { self.client.advance(to: self.now) }

  /// Sends an acknowledgement, unless the client is resuming.
  mutating func acknowledge() {
    guard !self.client.isResuming else { return }
    self.upwards.append(Proto.Request(acknowledging: self.client.applied))
  }

  /// Writes the client's pending frames.
  mutating func flush() {
    while let frame = self.client.nextFrame() { self.upwards.append(frame) }
  }

  /// Delivers the next frame to the server; with `again` it stays in flight as a duplicate.
  mutating func deliverUp(again: Bool = false) {
    guard let frame = self.upwards.first else { return }
    if !again { self.upwards.removeFirst() }
    do {
      let read = try RequestFrame(frame)
      self.queue(self.server.receive(read, at: self.now))
    } catch {
      self.fault = error
    }
  }

  /// Delivers the next frame to the client.
  mutating func deliverDown() {
    guard !self.downwards.isEmpty else { return }
    do {
      let frame = ResponseFrame(self.downwards.removeFirst())
      if let opened = frame.opened { self.outcomes.append(opened.outcome) }
      for directive in try self.client.receive(frame).directives {
        self.applied[directive.sequence] = directive
        self.superseded.formUnion(frame.superseded[directive.sequence] ?? [])
      }
    } catch {
      self.fault = error
    }
  }

  mutating func receiveAll() {
    while !self.downwards.isEmpty { self.deliverDown() }
  }

  /// Delivers all frames.
  mutating func settle() {
    self.flush()
    while !self.upwards.isEmpty || !self.downwards.isEmpty {
      if !self.upwards.isEmpty { self.deliverUp() } else { self.deliverDown() }
      self.flush()
    }
  }

  /// Advances the server's time; nothing is delivered to the client.
  mutating func pass(until end: Instant) {
    var rounds = 0
    while let due = self.server.nextDeadline, due <= end {
      self.now = max(self.now, due)
      self.queue(self.server.tick(at: self.now))
      rounds += 1
      if rounds > 1_000 {
        self.fault = Violation(field: "nextDeadline", problem: "is \(due) again and again")
        break
      }
    }
    self.now = max(self.now, end)
  }

  /// Sends a backend's command to the current server.
  mutating func order(_ kind: InteractionEvent.Kind, as id: String) -> CommandOutcome? {
    let command = SessionCommand(id: id, order: .event(kind))
    let outputs = self.server.carryOut(command, at: self.now)
    self.queue(outputs)
    for case .answer(let outcome) in outputs { return outcome }
    return nil
  }

  mutating func drain() {
    let part = DrainMessage(leaveAfter: .zero, endAfter: .seconds(5))
    self.queue(self.server.drain(part, at: self.now))
  }

  private mutating func queue(_ outputs: [SessionStream.Output]) {
    for output in outputs {
      switch output {
      case .admit: self.queue(self.server.admitted(at: self.now))
      case .notifyWatchers, .verify, .answer, .moveDecided: break
      case .send(let frame):
        self.downwards.append(frame.proto)
        self.server.note(bytes: 200, through: frame.directives.last?.sequence ?? 0)
      case .finish(let error):
        self.isOver = true
        self.endings.append(error?.reason)
      }
    }
  }
}
