import GRPCCore
import InteractionCore
import InteractionWire
import Synchronization

@testable import InteractionClient

/// The passing of time, and what comes of it.
extension FramePlayer {
  private var nextWake: Instant? {
    if self.isOver { return nil }
    let (stream, isPaused, isHeld) = self.session.state.withLock { state in
      (state.stream.nextWake, state.pause != nil, !state.stream.held.isEmpty)
    }
    if isPaused { return nil }
    var wakes = stream.map { [$0] } ?? []
    if case .waiting(let until) = self.place { wakes.append(until) }
    if self.place == .up {
      wakes.append(self.silenceEnd)
      if let drain {
        let leaving = Leaving(drain, at: self.clockStart)
        let moment = (isHeld ? leaving.atLast : leaving.after) - self.clockStart
        wakes.append(self.drainedAt + TimeSpan(microseconds: moment.microseconds))
      }
    }
    return wakes.min()
  }

  /// When the server has been silent for too long.
  private var silenceEnd: Instant {
    let silence = self.session.state.withLock { $0.stream.silence }
    return self.lastHeard + TimeSpan(microseconds: silence.microseconds)
  }

  /// Time passes; nothing may be done before its end that the script does not say.
  mutating func pass(to end: Instant, _ line: FrameScript.Line) async throws {
    while let wake = self.nextWake, wake > self.now, wake < end {
      self.now = wake
      self.tick()
      try await self.check([], before: line)
    }
    self.now = end
    if let wake = self.nextWake, wake <= end { self.tick() }
  }

  private mutating func tick() {
    if self.place == .up, self.now >= self.silenceEnd {
      self.giveUp(InteractionError(code: .unavailable, message: "the server has been silent"))
    }
    let now = self.now
    self.session.change { $0.stream.tick(at: now) }
    if case .waiting(let until) = self.place, now >= until { self.connect() }
  }

  /// Sends what there is to send, and leaves when it is time to.
  private mutating func pump() {
    while self.place == .up {
      let clock = self.clock
      let (frame, isOver) = self.session.state.withLock { state -> (Proto.Request?, Bool) in
        if state.hasToLeave(at: clock) { return (nil, true) }
        let frame = state.stream.nextFrame()
        let isLast = state.isFinishing || state.pause != nil
        return (frame, frame == nil && isLast && !state.stream.isWaiting)
      }
      if isOver {
        self.place = .leaving
        self.acts.append(.leave)
      } else if let frame {
        self.acts.append(.send(frame))
      } else {
        return
      }
    }
  }

  /// What the client has done and told since the last check has to be what `lines` say.
  mutating func check(
    _ lines: [FrameScript.Line], before later: FrameScript.Line? = nil
  ) async throws {
    self.pump()
    let (acts, states, told) = (self.acts, self.states, try await self.told())
    (self.acts, self.states) = ([], [])
    let tells = lines.filter { $0.word == "tell" }.map(\.rest)
    let line = lines.first ?? later
    let isUpdate = { (text: String) in
      ["opened", "directive", "notice"].contains(text.prefix { $0 != " " })
    }
    for (actual, expected) in [
      (told, tells.filter(isUpdate)), (states, tells.filter { !isUpdate($0) }),
    ] where actual != expected {
      throw FrameFailure(
        self.script, line,
        "at \(self.now.microseconds) µs the app is told \(actual), and should be \(expected)")
    }
    let wanted = lines.filter { $0.word != "tell" }
    guard acts.map(\.word) == wanted.map(\.word) else {
      let done = acts.map(\.frameWords).joined(separator: "\n  ")
      throw FrameFailure(
        self.script, line,
        "at \(self.now.microseconds) µs the client should do \(wanted.map(\.word)), and does\n  "
          + done)
    }
    for (act, line) in zip(acts, wanted) {
      if let problem = try act.difference(from: line.rest) {
        throw FrameFailure(self.script, line, problem)
      }
    }
  }

  /// What the session has told its app since it was last asked, but for its connection.
  private mutating func told() async throws -> [String] {
    // Marks where to stop: the stream would wait for what comes next.
    let end = SessionUpdate.notice(Notice(sequence: .max, reason: "end", violations: []))
    self.session.update.yield(end)
    var told: [String] = []
    while let update = try await self.updates.next(), update != end {
      told.append(update.frameWords)
    }
    return told
  }
}
