import InteractionCore
import InteractionService
import InteractionStream
import InteractionWire

/// Runs the stream protocol with a client, a network and backends that `bytes` control.
package func fuzzStream(_ bytes: [UInt8]) throws {
  var run = try StreamRun(Script(bytes))
  for _ in 0 ..< 400 {
    guard try run.step() else { return }
  }
}

/// A client that follows the contract, and the servers that it connects to.
struct StreamRun {
  var script: Script
  var client = Client()
  var server: Server
  /// The frames in flight to the client, each with the commands carried out until then.
  var underway: [(frame: ResponseFrame, commands: [String: CommandOutcome])] = []
  /// The outcomes of commands, as known to the server, and in the newest checkpoint.
  var commands: [String: CommandOutcome] = [:]
  var sealedCommands: [String: CommandOutcome] = [:]
  private let limits: StreamLimits
  private var opening: OpenFrame
  let experience: Experience
  /// True if the client's opening is invalid.
  private(set) var isRefused = false

  init(_ script: Script) throws {
    var script = script
    let details = script.byte()
    self.limits = details & 1 == 0 ? StreamLimits() : .narrow
    self.experience = script.one(of: Server.experiences)
    self.opening = OpenFrame(
      clientName: "fuzz", clientVersion: "1", sessionID: "s-1", epoch: 0,
      experience: self.experience.name, surface: .phone, skipsSamples: details & 2 != 0,
      samplesSprings: details & 4 != 0, resumes: true,
      current: script.restoration(in: self.experience), time: .zero)
    self.script = script
    self.server = try Server(limits: self.limits, at: .zero)
    try self.open(resuming: false)
  }

  /// Connects to another server, which resumes or restarts the session.
  mutating func open(resuming: Bool) throws {
    self.underway = []
    self.opening.epoch += 1
    self.opening.time = self.server.now
    self.opening.resume = resuming ? self.client.resume : nil
    var server = try Server(limits: self.limits, at: self.server.now)
    var frames = try server.receive(.open(self.opening))
    guard !frames.isEmpty else {
      try demand(
        server.ending??.reason == .malformedFrame,
        "cannot be opened: \(String(describing: server.ending))")
      self.isRefused = true
      return
    }
    let first = frames.removeFirst()
    let known = self.client
    try self.client.open(first)
    if case .resumed = first.opened?.outcome {
      self.commands = self.sealedCommands
      try self.send(known.outbox, to: &server)
      try self.compare(server, with: known)
    } else {
      self.commands = [:]
      self.sealedCommands = [:]
    }
    self.server = server
  }

  /// Repeats all events that no checkpoint covers, with their numbers.
  private mutating func send(
    _ outbox: [DecodedEvent], to server: inout Server
  ) throws {
    var rest = outbox[...]
    while let first = rest.first, !server.isOver {
      let batch = Array(rest.prefix(RequestFrame.maximumEvents))
      rest = rest.dropFirst(batch.count)
      self.take(try server.receive(.events(first: first.sequence, batch)))
    }
  }

  /// Checks that a server that repeats all directives since the checkpoint makes the same decisions
  /// as the previous one, and reaches the same state as one that skips the applied directives.
  private func compare(_ server: Server, with client: Client) throws {
    guard !server.isOver, let checkpoint = client.checkpoint else { return }
    var ended = server
    _ = try ended.act { stream, now in stream.receiveEnd(at: now) }
    try demand(ended.ending == .some(nil), "diverged: \(String(describing: ended.ending))")
    var opening = self.opening
    opening.resume?.directive = checkpoint.directive
    var other = try Server(limits: self.limits, at: server.now)
    var frames = try other.receive(.open(opening))
    if let first = client.outbox.first {
      frames += try other.receive(.events(first: first.sequence, client.outbox))
    }
    for directive in frames.flatMap(\.directives) { try client.compare(directive) }
    guard !other.isOver else { return }
    try demand(other.stream.session == server.stream.session, "two servers do not agree")
  }

  /// Puts a server's frames in flight.
  mutating func take(_ frames: [ResponseFrame]) {
    self.underway += frames.map { ($0, self.commands) }
  }

  /// Delivers all frames in flight to the client.
  mutating func read() throws {
    for (frame, commands) in self.underway {
      try self.client.apply(frame)
      if frame.checkpoint != nil { self.sealedCommands = commands }
    }
    self.underway = []
  }
}

extension DecodedEvent {
  var sequence: UInt64 {
    switch self {
    case .event(let event): event.sequence
    case .malformed(let sequence, _): sequence
    }
  }
}

extension StreamLimits {
  /// Limits that a short input reaches, too.
  fileprivate static var narrow: StreamLimits {
    var limits = StreamLimits()
    limits.unacknowledgedDirectives = 6
    limits.unacknowledgedBytes = 4_096
    limits.waitingDirectives = 12
    limits.conflatedAbove = 2
    limits.ackEvents = 4
    limits.checkpointEvents = 6
    limits.eventsPerSecond = 20
    limits.eventBurst = 10
    limits.malformedEvents = 4
    limits.frameDirectives = 24
    return limits
  }
}
