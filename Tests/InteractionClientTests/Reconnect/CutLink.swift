import InteractionCore
import InteractionExperience
import InteractionWire

@testable import InteractionClient
@testable import InteractionService
@testable import InteractionStream

/// A client and servers that share nothing but their keys, over a connection that can be cut
/// anywhere; in simulated time. A value: a copy is the same moment, to be gone on from otherwise.
struct CutLink {
  private(set) var now = Instant.zero
  private(set) var client: ClientStream
  private(set) var server: SessionStream
  /// What the client has applied, by number, and the numbers that others made pointless.
  private(set) var applied: [UInt64: Directive] = [:]
  private(set) var superseded: Set<UInt64> = []
  private(set) var outcomes: [OpenOutcome] = []
  /// What the client was told that it must not be: a gap, or an unreadable frame.
  private(set) var fault: Violation?
  /// Why connections were ended by a server.
  private(set) var endings: [StreamError.Reason?] = []
  /// Whether the server has ended the connection.
  private(set) var isOver = false
  /// Frames on their way.
  private(set) var upwards: [Proto.Request] = []
  private(set) var downwards: [Proto.Response] = []
  let contexts: [SessionStream.Context]
  private(set) var epoch: UInt64 = 0
  private var opening: OpenFrame
  private let options: ClientStream.Options

  /// A session that has opened.
  init(
    _ experience: Experience, environment: Environment = .phone, current: Restoration? = nil,
    start: Instant = .zero, skips: Bool = false, ticks: Bool = false,
    limits: StreamLimits = StreamLimits()
  ) throws {
    let keys = try KeyRing("shared AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    self.contexts = (0 ..< 3).map { _ in
      SessionStream.Context(
        limits: limits,
        experiences: .init(named: { _ in experience }, version: { _ in experience }),
        checkpoints: CheckpointVault(keys: keys, wallClock: { 0 }))
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
      experience: experience.name, environment: environment, skipsSamples: skips, resumes: true,
      current: current, time: start)
    self.connect(resuming: nil)
    self.receiveAll()
  }

  /// The connection is lost with everything on it, and another server goes on.
  mutating func cut() {
    self.connect(resuming: self.client.reconnect())
  }

  /// What the app keeps of the session now.
  func kept(at wallClock: Int64 = 0) -> KeptSession? {
    self.client.kept(opening: self.opening, at: wallClock)
  }

  /// The app ends, and begins again with what it has kept, on another server.
  mutating func restart(from kept: KeptSession) {
    self.client = ClientStream(kept, options: self.options)
    let known = self.client.applied
    self.applied = self.applied.filter { $0.key <= known }
    self.cut()
  }

  private mutating func connect(resuming resume: ResumePart?) {
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

  /// Something happens on the client.
  mutating func happen(_ kind: Event.Kind, at time: Instant? = nil, command: String? = nil) {
    self.client.send(kind, at: time ?? self.now, command: command)
  }

  mutating func tickClient() { self.client.tick(at: self.now) }

  mutating func beat() { self.client.advance(to: self.now) }

  /// The client tells how far it has come, if it has a connection to say so on.
  mutating func acknowledge() {
    guard !self.client.isResuming else { return }
    self.upwards.append(Proto.Request(acknowledging: self.client.applied))
  }

  /// The client writes what it has to.
  mutating func flush() {
    while let frame = self.client.nextFrame() { self.upwards.append(frame) }
  }

  /// The server gets the next frame, perhaps for the second time later.
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

  /// The client gets the next frame.
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

  /// Everything on its way arrives.
  mutating func settle() {
    self.flush()
    while !self.upwards.isEmpty || !self.downwards.isEmpty {
      if !self.upwards.isEmpty { self.deliverUp() } else { self.deliverDown() }
      self.flush()
    }
  }

  /// Server time passes; the client hears nothing unless something is delivered.
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

  /// A backend orders something of the server that has the session.
  mutating func order(_ kind: Event.Kind, as id: String) -> CommandOutcome? {
    let command = SessionCommand(id: id, order: .event(kind))
    let outputs = self.server.carryOut(command, at: self.now)
    self.queue(outputs)
    for case .answer(let outcome) in outputs { return outcome }
    return nil
  }

  mutating func drain() {
    let part = DrainPart(leaveAfter: .zero, deadline: .seconds(5))
    self.queue(self.server.drain(part, at: self.now))
  }

  private mutating func queue(_ outputs: [SessionStream.Output]) {
    for output in outputs {
      switch output {
      case .admit: self.queue(self.server.admitted(at: self.now))
      case .show, .verify, .answer: break
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
