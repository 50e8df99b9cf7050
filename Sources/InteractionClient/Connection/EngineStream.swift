package import InteractionWire

/// A connection of a session, for its transport.
package struct EngineStream: Sendable {
  let session: InteractionSession
  let attempt: SessionAttempt
  let link: SessionLink
  let token: (@Sendable () async throws -> String)?

  /// The index of the engine to connect to.
  package var engine: Int { self.attempt.endpoint }

  package var sessionID: String { self.session.configuration.sessionID }

  package var wire: SessionConfiguration.CallStyle { self.session.configuration.wire }

  /// The key by which a fleet's proxies choose an engine: stable until an engine is overloaded.
  package var routingKey: String {
    let key = RoutingKey.of(user: self.session.configuration.user, sessionID: self.sessionID)
    return RoutingKey.variant(self.attempt.keyVariant, of: key)
  }

  /// Returns an access token; nil if the client has none.
  package func accessToken() async throws -> String? {
    try await self.token?()
  }

  /// Returns the first frame; nil if the session has left the connection.
  package func open() -> Proto.Request? {
    self.session.perform { $0.machine.open(on: self.attempt.epoch, at: $1) }.map(Proto.Request.init)
  }

  /// Writes the frames after the first until the session half-closes the connection or leaves it.
  package func writeFrames(_ write: (Proto.Request) async throws -> Void) async throws {
    self.link.wake()
    for await _ in self.link.wakeups {
      writing: while true {
        switch self.session.perform(
          wakes: false, { $0.machine.next(on: self.attempt.epoch, at: $1) })
        {
        case .send(let frame): try await write(frame)
        case .idle: break writing
        case .halfClose: return
        }
      }
    }
  }

  /// A Boolean value that indicates whether the session is about to end, and directives of its last
  /// events may still follow.
  package var awaitsDirectives: Bool {
    self.session.state.withLock { $0.machine.isFinishing && !$0.machine.isSettled }
  }

  /// Receives a frame of the engine.
  package func receive(_ message: Proto.Response) {
    let frame = ResponseFrame(message)
    self.session.perform { state, now in
      guard let received = state.machine.receive(frame, on: self.attempt.epoch, at: now) else {
        return
      }
      state.journal.note(message, frame, received, of: state.machine, at: now)
    }
  }

  /// Runs the connection until it ends, and reports the end to the session.
  func run(over transport: any SessionCarrier) async {
    var failure: InteractionError?
    do {
      try await self.link.untilAbandoned { try await transport.carry(self) }
    } catch let error as InteractionError {
      failure = error
    } catch {
      failure = InteractionError(code: .unknown, message: "\(error)")
    }
    self.session.perform { $0.machine.ended(failure, on: self.attempt.epoch, at: $1) }
  }
}
