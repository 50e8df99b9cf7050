import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionReplay
import InteractionService
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// A client and a server of a session with a slow network between them, in simulated time: without
/// sockets, tasks and clocks.
struct DelayedLink {
  /// A directive with its time of arrival at the client.
  struct Arrival {
    let time: Instant
    let directive: Directive
  }

  /// A network with delay, limited bandwidth and retransmissions.
  struct Network {
    /// The one-way delay.
    var delay: TimeSpan
    /// The bandwidth per direction, bytes per second; nil: unlimited.
    var bandwidth: Int?
    /// The share of frames that are lost, 0 to 1, and the retransmission delay, which also delays
    /// the frames after them.
    var hiccups: (share: Double, length: TimeSpan) = (0, .zero)
    /// The seed of the losses.
    var seed: UInt64 = 1
  }

  private(set) var now = Instant.zero
  private(set) var snapshot = Snapshot(settings: [])
  private(set) var server: SessionStream
  /// The number of directives that were superseded on the server and never sent.
  private(set) var superseded = 0
  /// The error that ended the stream; nil while it is open.
  private(set) var end: StreamError?
  private var client: ClientStream
  private var up: Direction<Proto.Request>
  private var down: Direction<ResponseFrame>

  /// Makes a link with `delay` each way and an open session.
  init(
    delay: TimeSpan, experience: Experience, signedIn: Bool = false, samplesSprings: Bool = false
  ) throws {
    try self.init(
      Network(delay: delay), experience: experience, signedIn: signedIn,
      samplesSprings: samplesSprings)
  }

  /// Makes a link over a network with an open session.
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
      experience: experience.name, surface: .phone, skipsSamples: true,
      samplesSprings: samplesSprings,
      current: signedIn ? RestoredState(isSignedIn: true) : nil, time: .zero)
    // The opening is not under test and arrives without a delay.
    _ = self.server.receive(.open(open), at: .zero)
    for output in self.server.admitted(at: .zero) {
      guard case .send(let frame) = output else { continue }
      self.snapshot = frame.opened?.snapshot ?? self.snapshot
      _ = try self.client.receive(frame)
    }
  }

  /// Sends a client event now.
  mutating func send(_ kind: InteractionEvent.Kind) {
    self.client.send(kind, at: self.now)
    self.flush()
  }

  /// Applies a backend's command on the server now.
  mutating func order(_ kind: InteractionEvent.Kind, as id: String) {
    let command = SessionCommand(id: id, order: .event(kind))
    self.queue(self.server.carryOut(command, at: self.now))
  }

  /// Advances the time. Returns the arrivals in order.
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
      case .admit, .verify, .answer, .moveDecided, .notifyWatchers: break
      }
    }
  }
}

extension DelayedLink {
  /// The frames in flight in one direction, in order.
  private struct Direction<Frame> {
    private let network: Network
    private var random: SeededGenerator
    private var frames: [(time: Instant, frame: Frame)] = []
    /// The time at which the line has transmitted all frames.
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
  /// The size of the gRPC message with its DATA frame header.
  fileprivate var byteCount: Int {
    let framing = 9 + 5
    return ((try? self.serializedBytes() as [UInt8])?.count ?? 0) + framing
  }
}
