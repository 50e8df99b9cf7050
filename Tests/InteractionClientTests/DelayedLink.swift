import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionReplay
import InteractionService
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// Both ends of a session with a slow network between them, in simulated time: no socket, no task,
/// no clock.
struct DelayedLink {
  /// A directive, and when the client gets it.
  struct Arrival {
    let time: Instant
    let directive: Directive
  }

  /// A network: how long frames take, and how many there may be.
  struct Network {
    /// The time to the other end.
    var delay: TimeSpan
    /// Bytes per second in each direction; nil for any number.
    var bandwidth: Int?
    /// The part of all frames that are lost, 0 to 1; each arrives so much later, and all that
    /// follow it behind it.
    var hiccups: (share: Double, length: TimeSpan) = (0, .zero)
    /// Where the draws start.
    var seed: UInt64 = 1
  }

  private(set) var now = Instant.zero
  private(set) var snapshot = Snapshot(settings: [])
  private(set) var server: SessionStream
  /// Directives that never come, since newer ones replaced them on the server.
  private(set) var superseded = 0
  /// Why the server has ended the stream; nil while it has not.
  private(set) var end: StreamError?
  private var client: ClientStream
  private var up: Direction<Proto.Request>
  private var down: Direction<ResponseFrame>

  /// A link on which every frame takes `delay` each way, with the session open.
  init(
    delay: TimeSpan, experience: Experience, signedIn: Bool = false, samplesSprings: Bool = false
  ) throws {
    try self.init(
      Network(delay: delay), experience: experience, signedIn: signedIn,
      samplesSprings: samplesSprings)
  }

  /// A link over a network, with the session open.
  init(
    _ network: Network, experience: Experience, limits: StreamLimits = StreamLimits(),
    signedIn: Bool = false, samplesSprings: Bool = false
  ) throws {
    self.up = Direction(network, stream: 0)
    self.down = Direction(network, stream: 1)
    let experiences = SessionStream.Context.Experiences(
      named: { _ in experience }, version: { _ in experience })
    self.server = SessionStream(
      context: SessionStream.Context(limits: limits, experiences: experiences), at: .zero)
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
      if let frame = self.up.next(at: self.now) {
        self.queue(self.server.receive(try RequestFrame(frame), at: self.now))
      } else if let frame = self.down.next(at: self.now) {
        self.superseded += frame.superseded.values.reduce(0) { $0 + $1.count }
        let received = try self.client.receive(frame)
        arrivals += received.directives.map { Arrival(time: self.now, directive: $0) }
        self.flush()
      } else if let wake = self.nextWake, wake <= self.now {
        self.client.tick(at: self.now)
        self.flush()
      } else {
        self.queue(self.server.tick(at: self.now))
      }
    }
    self.now = max(self.now, end)
    return arrivals
  }

  private var nextWake: Instant? {
    [self.client.nextWake, self.client.nextHeartbeat].compactMap(\.self).min()
  }

  private var nextTime: Instant? {
    let times = [self.up.nextTime, self.down.nextTime, self.nextWake]
    return (times + [self.server.nextDeadline]).compactMap { $0 }.min()
  }

  private mutating func flush() {
    while let frame = self.client.nextFrame() {
      self.up.send(frame, bytes: frame.byteCount, at: self.now)
    }
  }

  private mutating func queue(_ outputs: [SessionStream.Output]) {
    for output in outputs {
      switch output {
      case .send(let frame):
        let bytes = frame.proto.byteCount
        self.server.note(bytes: bytes, through: frame.directives.last?.sequence ?? 0)
        self.down.send(frame, bytes: bytes, at: self.now)
      case .finish(let error): self.end = error
      case .admit, .verify, .answer, .show: break
      }
    }
  }
}

extension DelayedLink {
  /// What is on its way in one direction, in order.
  private struct Direction<Frame> {
    private let network: Network
    private var random: SeededGenerator
    private var frames: [(time: Instant, frame: Frame)] = []
    /// When the line has sent all that it was given.
    private var free = Instant.zero

    init(_ network: Network, stream: UInt64) {
      self.network = network
      self.random = SeededGenerator(seed: network.seed &* 2 &+ stream)
    }

    var nextTime: Instant? { self.frames.first?.time }

    mutating func next(at now: Instant) -> Frame? {
      guard let first = self.frames.first, first.time <= now else { return nil }
      return self.frames.removeFirst().frame
    }

    mutating func send(_ frame: Frame, bytes: Int, at now: Instant) {
      self.free = max(self.free, now)
      if let bandwidth = self.network.bandwidth {
        let time = Int64(bytes) * 1_000_000 / Int64(bandwidth)
        self.free = self.free + TimeSpan(microseconds: time)
      }
      var time = self.free + self.network.delay
      let (share, length) = self.network.hiccups
      if share > 0, Double.random(in: 0 ..< 1, using: &self.random) < share { time = time + length }
      self.frames.append((max(time, self.frames.last?.time ?? time), frame))
    }
  }
}

extension SwiftProtobuf.Message {
  /// The size of its gRPC message in a DATA frame.
  fileprivate var byteCount: Int {
    let framing = 9 + 5
    return ((try? self.serializedBytes() as [UInt8])?.count ?? 0) + framing
  }
}
