import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionService
import InteractionWire

/// Both ends of a session with a slow network between them, in simulated time: no socket, no task,
/// no clock.
struct DelayedLink {
  /// A directive, and when the client gets it.
  struct Arrival {
    let time: Instant
    let directive: Directive
  }

  private(set) var now = Instant.zero
  private(set) var snapshot = Snapshot(settings: [])
  private(set) var server: SessionStream
  private var client: ClientStream
  private let delay: TimeSpan
  private var upwards: [(time: Instant, frame: Proto.Request)] = []
  private var downwards: [(time: Instant, frame: ResponseFrame)] = []

  /// A link on which every frame takes `delay` each way, with the session open.
  init(
    delay: TimeSpan, experience: Experience, signedIn: Bool = false, samplesSprings: Bool = false
  ) throws {
    self.delay = delay
    let experiences = SessionStream.Context.Experiences(
      named: { _ in experience }, version: { _ in experience })
    self.server = SessionStream(
      context: SessionStream.Context(limits: StreamLimits(), experiences: experiences), at: .zero)
    self.client = ClientStream(options: ClientStream.Options(), at: .zero)
    let open = OpenFrame(
      clientName: "delayed", clientVersion: "1", sessionID: "delayed",
      experience: experience.name, environment: .phone, skipsSamples: true,
      samplesSprings: samplesSprings,
      current: signedIn ? Restoration(isSignedIn: true) : nil, time: .zero)
    // The opening is not what is looked at: it arrives at once.
    _ = self.server.receive(.open(open), at: .zero)
    for output in self.server.admitted(at: .zero) {
      guard case .send(let frame) = output else { continue }
      self.snapshot = frame.opened?.snapshot ?? self.snapshot
      _ = try self.client.receive(frame)
    }
  }

  /// Something happens on the client now.
  mutating func send(_ kind: Event.Kind) {
    self.client.send(kind, at: self.now)
    self.flush()
  }

  /// Something happens on the server now that the client has no part in.
  mutating func order(_ kind: Event.Kind, as id: String) {
    let command = SessionCommand(id: id, order: .event(kind))
    self.queue(self.server.carryOut(command, at: self.now))
  }

  /// Lets time pass; returns what arrives meanwhile, in order.
  mutating func pass(until end: Instant) throws -> [Arrival] {
    var arrivals: [Arrival] = []
    while let next = self.nextTime, next <= end {
      self.now = max(self.now, next)
      if let index = self.upwards.firstIndex(where: { $0.time <= self.now }) {
        let frame = try RequestFrame(self.upwards.remove(at: index).frame)
        self.queue(self.server.receive(frame, at: self.now))
      } else if let index = self.downwards.firstIndex(where: { $0.time <= self.now }) {
        let received = try self.client.receive(self.downwards.remove(at: index).frame)
        arrivals += received.directives.map { Arrival(time: self.now, directive: $0) }
        self.flush()
      } else if let wake = self.client.nextWake, wake <= self.now {
        self.client.tick(at: self.now)
        self.flush()
      } else {
        self.queue(self.server.tick(at: self.now))
      }
    }
    self.now = max(self.now, end)
    return arrivals
  }

  private var nextTime: Instant? {
    let times = [self.upwards.first?.time, self.downwards.first?.time, self.client.nextWake]
    return (times + [self.server.nextDeadline]).compactMap { $0 }.min()
  }

  private mutating func flush() {
    while let frame = self.client.nextFrame() {
      self.upwards.append((self.now + self.delay, frame))
    }
  }

  private mutating func queue(_ outputs: [SessionStream.Output]) {
    for case .send(let frame) in outputs {
      self.downwards.append((self.now + self.delay, frame))
    }
  }
}
