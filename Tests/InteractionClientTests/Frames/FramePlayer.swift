import GRPCCore
import InteractionCore
import InteractionTrace
import InteractionWire

@testable import InteractionClient

/// Plays a script on a session's state machine, with a scripted connection and clock.
struct FramePlayer {
  /// The wall-clock time at which the session is saved, µs since 1970.
  static let wallClock: Int64 = 1_000_000

  let script: FrameScript
  private var lines: ArraySlice<FrameScript.Line>
  private var configuration: SessionConfiguration
  private var engines = 1
  private var machine: SessionMachine
  private var now = Instant.zero
  /// The bytes of the last save.
  private var kept: [UInt8]?
  /// The machine's actions that no line has matched yet.
  private var acts: [ClientAction] = []
  private var told: [String] = []
  private var states: [String] = []

  init(_ script: FrameScript) throws {
    var lines = script.lines[...]
    self.configuration = SessionConfiguration(sessionID: "s-1", surface: .frames)
    while let line = lines.first, ["session", "engines", "offline"].contains(line.word) {
      lines.removeFirst()
      if line.word == "engines" {
        self.engines = Int(line.rest) ?? 1
      } else if line.word == "offline" {
        self.configuration.offline = try OfflinePolicy(frames: line.rest)
      } else {
        self.configuration = try SessionConfiguration(frames: line.rest)
      }
    }
    (self.script, self.lines) = (script, lines)
    self.machine = Self.machine(self.configuration, self.engines, start: .zero, from: nil)
  }

  private static func machine(
    _ configuration: SessionConfiguration, _ engines: Int, start: Instant, from kept: KeptSession?
  ) -> SessionMachine {
    SessionMachine(
      configuration,
      timeline: SessionTimeline(start: start, clockStart: Self.clock(at: start)),
      plan: ReconnectPlan(
        policy: .standard, endpoints: engines, generator: LongestWaits()),
      from: kept, lastEpoch: 0)
  }

  private static let clockStart = MonotonicTime.now

  /// The time of the connections' clock for a session time.
  private static func clock(at time: Instant) -> MonotonicTime {
    self.clockStart + (time - .zero)
  }

  private var clock: MonotonicTime { Self.clock(at: self.now) }

  mutating func play() throws {
    while !self.lines.isEmpty {
      // Steps at the same time may be answered together.
      while let line = self.lines.first, !line.isExpectation {
        self.lines.removeFirst()
        try self.step(line)
      }
      let expected = self.lines.prefix { $0.isExpectation }
      self.lines = self.lines.dropFirst(expected.count)
      try self.check(Array(expected))
    }
    try self.check([])
  }

  private mutating func step(_ line: FrameScript.Line) throws {
    switch line.word {
    case "at": try self.pass(to: self.time(line), line)
    case "app": try self.app(line)
    case "up":
      if let open = self.machine.open(on: self.machine.epoch, at: self.clock) {
        self.acts.append(.send(Proto.Request(open)))
      }
    case "recv":
      _ = self.machine.receive(
        ResponseFrame(try Proto.Response(frames: line.rest)), on: self.machine.epoch,
        at: self.clock)
    case "error": self.end(try InteractionError(frames: line.rest))
    case "close": self.end(InteractionError(closing: Int(line.rest) ?? 0))
    case "drop": self.end(InteractionError(code: .unavailable, message: "it was lost"))
    case "end": self.end(nil)
    case "restart": try self.restart(after: self.time(line).microseconds)
    default: throw FrameFailure(self.script, line, "'\(line.word)' is no step")
    }
  }

  private mutating func end(_ error: InteractionError?) {
    self.machine.ended(error, on: self.machine.epoch, at: self.clock)
  }

  private mutating func app(_ line: FrameScript.Line) throws {
    switch line.rest {
    case "pause": self.machine.pause(at: self.clock)
    case "resume": self.machine.resume(at: self.clock)
    case "finish": self.machine.finish(at: self.clock)
    case "network": self.machine.networkChanged(at: self.clock)
    case let words where words.hasPrefix("token "):
      self.machine.refresh(String(words.dropFirst("token ".count)))
    case let words:
      let trace = try Trace(text: "trace 1\n> \(self.now.microseconds) \(words)\n")
      for step in trace.steps { self.machine.report(step.event.kind, at: self.now) }
    }
  }

  /// Ends the app for some time, µs, and restarts it with the saved session.
  private mutating func restart(after away: Int64) throws {
    self.collect()
    guard let bytes = self.kept else {
      throw Violation(field: "restart", problem: "finds nothing kept")
    }
    let kept = try KeptSession(bytes: bytes)
    self.now = kept.restart(of: self.configuration, at: Self.wallClock + away)
    self.machine = Self.machine(
      self.configuration, self.engines, start: self.now, from: kept)
  }

  private func time(_ line: FrameScript.Line) throws -> Instant {
    guard line.rest.hasSuffix("ms"), let milliseconds = Double(line.rest.dropLast(2)) else {
      throw FrameFailure(self.script, line, "'\(line.rest)' is no time such as 16.5ms")
    }
    return Instant(microseconds: Int64((milliseconds * 1_000).rounded()))
  }

  /// Advances the time; until its end the machine must not act unless the script says so.
  private mutating func pass(to end: Instant, _ line: FrameScript.Line) throws {
    let last = Self.clock(at: end)
    while let wake = self.machine.nextWake(after: self.clock), wake > self.clock, wake < last {
      self.now = self.machine.timeline.time(at: wake)
      self.machine.tick(at: wake)
      try self.check([], before: line)
    }
    let isDue = self.machine.nextWake(after: self.clock).map { $0 <= last } ?? false
    self.now = end
    if isDue { self.machine.tick(at: last) }
  }

  /// Collects the machine's actions, and writes frames as its shell does.
  private mutating func collect() {
    self.takeActions()
    writing: while self.machine.link.isCall, self.machine.link != .connecting {
      if case .closing = self.machine.link { break }
      switch self.machine.next(on: self.machine.epoch, at: self.clock) {
      case .send(let frame): self.acts.append(.send(frame))
      case .halfClose: self.acts.append(.leave)
      case .idle: break writing
      }
    }
    self.takeActions()
  }

  private mutating func takeActions() {
    for action in self.machine.take() {
      switch action {
      case .connect(let attempt): self.acts.append(.connect(endpoint: attempt.endpoint))
      case .abandon: self.acts.append(.abandon)
      case .refreshToken: self.acts.append(.refresh)
      case .save: self.kept = self.machine.kept(at: Self.wallClock)?.bytes
      case .yieldUpdate(let update): self.told.append(update.frameWords)
      case .yieldConnectionState(.closed): break
      case .yieldConnectionState(let state): self.states.append(state.frameWords)
      case .end(.failed(let error)): self.states.append("closed" + error.frameWords)
      case .end(.finished), .end(.cancelled): self.states.append("closed")
      }
    }
  }

  /// Checks that the machine's actions since the last check are those of `lines`.
  private mutating func check(
    _ lines: [FrameScript.Line], before later: FrameScript.Line? = nil
  ) throws {
    self.collect()
    let (acts, states, told) = (self.acts, self.states, self.told)
    (self.acts, self.states, self.told) = ([], [], [])
    let tells = lines.filter { $0.word == "tell" }.map(\.rest)
    let line = lines.first ?? later
    let isUpdate = { (text: String) in
      ["opened", "directive", "notice"].contains(text.prefix { $0 != " " })
    }
    let time = "at \(self.now.microseconds) µs"
    for (actual, expected) in [
      (told, tells.filter(isUpdate)), (states, tells.filter { !isUpdate($0) }),
    ] where actual != expected {
      throw FrameFailure(
        self.script, line, "\(time) the app is told \(actual), and should be \(expected)")
    }
    let wanted = lines.filter { $0.word != "tell" }
    guard acts.map(\.word) == wanted.map(\.word) else {
      let done = acts.map(\.frameWords).joined(separator: "\n  ")
      throw FrameFailure(
        self.script, line,
        "\(time) the client should do \(wanted.map(\.word)), and does\n  \(done)")
    }
    for (act, line) in zip(acts, wanted) {
      if let problem = try act.difference(from: line.rest) {
        throw FrameFailure(self.script, line, problem)
      }
    }
  }
}

extension FramePlayer {
  /// An action of the client.
  enum ClientAction {
    case connect(endpoint: Int)
    case send(Proto.Request)
    case leave
    case abandon
    case refresh

    var word: String {
      switch self {
      case .connect: "connect"
      case .send: "send"
      case .leave: "leave"
      case .abandon: "abandon"
      case .refresh: "refresh"
      }
    }
  }
}
