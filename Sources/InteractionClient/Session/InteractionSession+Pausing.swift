import GRPCCore
import InteractionCore
import Synchronization

/// A pause of a session, and its end.
@available(InteractionEngine 1.0, *)
struct Pause: Sendable {
  /// Ends when the session goes on.
  let over: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init() {
    (self.over, self.end) = AsyncStream.makeStream()
  }

  func finish() { self.end.finish() }
}

@available(InteractionEngine 1.0, *)
extension InteractionSession {
  /// Leaves the connection, such as when the app goes to the background: nothing is sent, tried or
  /// ticked until ``resume()``. What happens meanwhile is kept, as while there is no connection.
  ///
  /// The connection ends in good order, after what was waiting to be sent. A session that is
  /// paused, or over, stays so.
  public func pause() {
    let parting = self.state.withLock { state -> Parting? in
      guard let parting = state.pauseNow() else { return nil }
      self.show(.paused, in: &state)
      return parting
    }
    self.asked.yield()
    switch parting {
    case .leave(let link): link.wake()
    case .giveUp(let link): link.interrupt(.paused)
    case .stay, nil: break
    }
  }

  /// Goes on after ``pause()``, at once: from where the session was, or anew if the pause was
  /// longer than a checkpoint lives. A session that is not paused stays as it is.
  public func resume() {
    let link = self.state.withLock { state -> SessionLink? in
      guard let next = state.resumeNow() else { return nil }
      self.show(next, in: &state)
      return state.link
    }
    // What is left of the old connection is not waited for.
    link?.interrupt(.paused)
  }

  /// Waits for the end of a pause, if there is one.
  ///
  /// - Throws: `CancellationError`.
  func waitWhilePaused() async throws {
    while let pause = self.state.withLock({ $0.pause }) {
      for await _ in pause.over {}
      try Task.checkCancellation()
    }
  }

  /// Whether the newest connection ended, or the wait for the next one, because of a pause; which
  /// may be over already.
  var wasPaused: Bool { self.state.withLock { $0.pausedEpoch == $0.epoch } }
}

/// What a pause does to a connection.
@available(InteractionEngine 1.0, *)
enum Parting: Sendable {
  /// There is none.
  case stay
  /// The session is open on it: what waits is sent, then it ends.
  case leave(SessionLink)
  /// It is being made, or waited for.
  case giveUp(SessionLink)
}

@available(InteractionEngine 1.0, *)
extension InteractionSession.State {
  /// Begins a pause; nil if there is one already, or the session is ending.
  mutating func pauseNow() -> Parting? {
    guard self.pause == nil, !self.isFinishing else { return nil }
    self.pause = Pause()
    self.pausedEpoch = self.epoch
    self.stream.flush()
    guard let link = self.link else { return .stay }
    let isOpen = link.epoch == self.epoch && self.openedEpoch == self.epoch
    return isOpen ? .leave(link) : .giveUp(link)
  }

  /// Ends a pause.
  ///
  /// - Returns: How the session is connected then; nil if it is not paused.
  mutating func resumeNow() -> ConnectionState? {
    guard let pause = self.pause.take() else { return nil }
    pause.finish()
    return self.stream.offline == nil ? .connecting : .offline
  }

  /// Whether the app is to be told of a new state of the connection: during a pause of none but the
  /// end.
  func shows(_ new: ConnectionState) -> Bool {
    if self.pause != nil && new != .paused && new != .closed { return false }
    return self.connection != new
  }
}

@available(InteractionEngine 1.0, *)
extension InteractionError {
  /// Ends a connection for a pause.
  static let paused = InteractionError(code: .cancelled, message: "the session is paused")
}
