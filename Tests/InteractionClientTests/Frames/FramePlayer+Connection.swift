import GRPCCore
import InteractionCore
import InteractionWire
import Synchronization

@testable import InteractionClient

/// The session's connection.
extension FramePlayer {
  mutating func connect() {
    self.link = self.session.state.withLock { state in
      state.epoch += 1
      let link = SessionLink(epoch: state.epoch)
      state.link = link
      state.leaving = nil
      return link
    }
    self.place = .connecting
    (self.openedAt, self.drain) = (nil, nil)
    self.acts.append(.connect(endpoint: self.plan.endpoint))
  }

  mutating func receive(_ message: Proto.Response) {
    guard self.place == .up || self.place == .leaving else { return }
    do {
      try self.session.receive(message, on: self.link, token: nil)
    } catch {
      self.giveUp(error as? InteractionError ?? InteractionError(code: .unknown, message: ""))
      return
    }
    self.lastHeard = self.now
    if message.hasOpened { self.openedAt = self.now }
    if message.hasDrain, self.place == .up {
      let drain = DrainPart(message.drain)
      (self.drain, self.drainedAt) = (drain, self.now)
      // By the script's clock.
      self.session.state.withLock { $0.leaving = Leaving(drain, at: self.clock) }
    }
    if message.notices.contains(where: { $0.reason == "TOKEN_EXPIRES" }) {
      self.acts.append(.refresh)
    }
    if message.hasOpened || message.hasCheckpoint {
      self.kept = self.session.state.withLock { state in
        state.stream.kept(opening: self.session.frame(epoch: state.epoch), at: Self.wallClock)?
          .bytes
      }
    }
    self.noteState()
  }

  /// The connection has ended, or could not be made.
  mutating func end(_ error: InteractionError?) {
    guard [.connecting, .up, .leaving].contains(self.place) else { return }
    self.close()
    if self.session.wasPaused { return }
    if let error {
      self.fail(error)
    } else if self.session.state.withLock({ state in
      state.leaving != nil && !(state.isFinishing && state.stream.outbox.isSettled)
    }) {
      self.plan.moveOn()
      self.connect()
    } else {
      self.finish(nil)
    }
  }

  /// The client ends the connection, which was of no use any more.
  mutating func giveUp(_ error: InteractionError) {
    guard [.connecting, .up, .leaving].contains(self.place) else { return }
    self.acts.append(.abandon)
    self.end(error)
  }

  mutating func close() {
    if let openedAt {
      self.plan.succeed(for: .microseconds((self.now - openedAt).microseconds))
    }
    (self.place, self.openedAt) = (.none, nil)
  }

  mutating func fail(_ error: InteractionError) {
    if error.reason == "DIVERGED" {
      self.session.state.withLock { $0.stream.forgetCheckpoint() }
    }
    guard case .wait(let delay) = self.plan.next(after: error, at: self.clock) else {
      self.finish(error)
      return
    }
    self.session.show(
      .reconnecting(attempt: self.plan.failures, delay: delay, after: error))
    self.noteState()
    if delay == .zero {
      self.connect()
    } else {
      self.session.state.withLock { $0.link = SessionLink(epoch: 0) }
      self.place = .waiting(until: self.now + TimeSpan(microseconds: delay.microseconds))
    }
  }

  mutating func finish(_ error: InteractionError?) {
    self.session.state.withLock { state in
      state.isFinishing = true
      state.stream.discard()
      state.link = nil
    }
    (self.place, self.isOver) = (.none, true)
    self.session.show(.closed)
    self.lastState = .closed
    self.states.append("closed" + (error?.frameWords ?? ""))
  }

  mutating func pause() {
    let parting = self.session.state.withLock { state -> Parting? in
      guard let parting = state.pauseNow() else { return nil }
      self.session.show(.paused, in: &state)
      return parting
    }
    self.noteState()
    switch parting {
    case .giveUp:
      if self.place == .connecting || self.place == .up { self.acts.append(.abandon) }
      self.close()
    case .leave, .stay, nil: break
    }
  }

  mutating func resume() {
    guard self.session.state.withLock({ $0.pause != nil }) else { return }
    self.session.resume()
    self.noteState()
    if self.place != .none { self.acts.append(.abandon) }
    self.close()
    self.connect()
  }

  /// The app is gone for so many µs, and begins again with what it has kept.
  mutating func restart(after away: Int64) throws {
    guard let kept else { throw Violation(field: "restart", problem: "finds nothing kept") }
    self.configuration.store = KeptFrames(bytes: kept)
    self.session = InteractionSession(
      configuration: self.configuration, wallClock: Self.wallClock + away, lastEpoch: 0)
    self.updates = self.session.updates.makeAsyncIterator()
    self.plan = ReconnectPlan(
      policy: .standard, endpoints: self.engines, generator: LongestWaits())
    self.now = try KeptSession(bytes: kept).open.time + TimeSpan(microseconds: away)
    self.lastState = .connecting
    self.connect()
  }

  /// Takes down how the session is connected, if that is otherwise now.
  mutating func noteState() {
    let state = self.session.connectionState
    guard state != self.lastState else { return }
    self.lastState = state
    self.states.append(state.frameWords)
  }
}
