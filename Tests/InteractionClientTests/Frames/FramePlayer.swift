import GRPCCore
import InteractionCore
import InteractionTrace
import InteractionWire
import Synchronization

@testable import InteractionClient

/// Plays a script to a session: its stream, its pauses, its plan to come back; over a connection
/// and a clock that the script has. What `InteractionSession` does about its connections in tasks,
/// the player does step by step.
struct FramePlayer {
  /// Where the session's connection is.
  enum Place: Equatable {
    case none
    case connecting
    case up
    /// The client has ended it, and waits for the server's end.
    case leaving
    /// The next attempt comes at this time.
    case waiting(until: Instant)
  }

  /// Something that the client does.
  enum Act {
    case connect(endpoint: Int)
    case send(Proto.Request)
    case leave
    case abandon
    /// Ask the app for a newer token.
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

  /// The time of day at which everything is kept, µs.
  static let wallClock: Int64 = 1_000_000

  let script: FrameScript
  let clockStart = ContinuousClock.now
  var configuration: SessionConfiguration
  var engines = 1
  var session: InteractionSession
  var updates: AsyncThrowingStream<SessionUpdate, any Error>.Iterator
  var plan: ReconnectPlan
  var link = SessionLink(epoch: 0)
  var place = Place.none
  var now = Instant.zero
  /// When the session was opened on the connection; nil if it was not.
  var openedAt: Instant?
  var lastHeard = Instant.zero
  var drain: DrainPart?
  var drainedAt = Instant.zero
  var kept: [UInt8]?
  var isOver = false
  /// What the client has done, and told of its connection, and no line has said yet.
  var acts: [Act] = []
  var states: [String] = []
  var lastState = ConnectionState.connecting

  init(_ script: FrameScript) throws {
    var script = script
    self.configuration = SessionConfiguration(sessionID: "s-1", environment: .frames)
    while let line = script.lines.first, ["session", "engines"].contains(line.word) {
      script.lines.removeFirst()
      if line.word == "engines" {
        self.engines = Int(line.rest) ?? 1
      } else {
        self.configuration = try SessionConfiguration(frames: line.rest)
      }
    }
    self.script = script
    self.session = InteractionSession(configuration: self.configuration, lastEpoch: 0)
    self.updates = self.session.updates.makeAsyncIterator()
    self.plan = ReconnectPlan(
      policy: .standard, endpoints: self.engines, generator: LongestWaits())
  }

  mutating func play() async throws {
    self.connect()
    var lines = self.script.lines[...]
    while !lines.isEmpty {
      // What happens together, the client may answer together.
      while let line = lines.first, !line.isExpectation {
        lines.removeFirst()
        try await self.step(line)
      }
      let expected = lines.prefix { $0.isExpectation }
      lines = lines.dropFirst(expected.count)
      try await self.check(Array(expected))
    }
    try await self.check([])
  }

  private mutating func step(_ line: FrameScript.Line) async throws {
    switch line.word {
    case "at": try await self.pass(to: self.time(line), line)
    case "app": try self.app(line)
    case "up":
      self.place = .up
      self.lastHeard = self.now
      self.acts.append(.send(Proto.Request(self.session.openFrame(on: self.link))))
    case "recv": self.receive(try Proto.Response(frames: line.rest))
    case "error": self.end(try InteractionError(frames: line.rest))
    case "close": self.end(InteractionError(closing: Int(line.rest) ?? 0))
    case "drop": self.end(InteractionError(code: .unavailable, message: "it was lost"))
    case "end": self.end(nil)
    case "restart": try self.restart(after: self.time(line).microseconds)
    default: throw FrameFailure(self.script, line, "'\(line.word)' is no step")
    }
  }

  private mutating func app(_ line: FrameScript.Line) throws {
    switch line.rest {
    case "pause": self.pause()
    case "resume": self.resume()
    case "finish":
      self.resume()
      self.session.finish()
    case "network":
      if case .waiting = self.place {
        self.connect()
      } else {
        self.giveUp(InteractionError(code: .unavailable, message: "the network has changed"))
      }
    case let words where words.hasPrefix("token "):
      self.session.change { state in
        state.stream.prove(String(words.dropFirst("token ".count)))
        return []
      }
    case let words:
      let trace = try Trace(text: "trace 1\n> \(self.now.microseconds) \(words)\n")
      for step in trace.steps { self.session.send(step.event.kind, at: self.now) }
    }
  }

  private func time(_ line: FrameScript.Line) throws -> Instant {
    guard line.rest.hasSuffix("ms"), let milliseconds = Double(line.rest.dropLast(2)) else {
      throw FrameFailure(self.script, line, "'\(line.rest)' is no time such as 16.5ms")
    }
    return Instant(microseconds: Int64((milliseconds * 1_000).rounded()))
  }

  /// The moment by the clock of connections.
  var clock: ContinuousClock.Instant {
    self.clockStart + .microseconds(self.now.microseconds)
  }
}
