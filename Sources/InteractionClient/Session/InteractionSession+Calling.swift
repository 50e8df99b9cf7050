import GRPCCore
import InteractionCore
import InteractionWire

/// The calls of a session, one for each connection.
@available(InteractionEngine 1.0, *)
extension InteractionSession {
  /// Runs the session's call on one connection until it ends.
  func call(
    _ attempt: SessionAttempt, on link: SessionLink,
    over connections: ConnectionPool<some ClientTransport>,
    token: (@Sendable () async throws -> String)?
  ) async {
    var failure: InteractionError?
    do {
      let lease = try connections.lease(attempt.endpoint)
      do {
        try await link.untilAbandoned {
          let metadata = try await self.metadata(of: attempt, token: token)
          try await self.call(attempt.epoch, on: link, over: lease.client, metadata)
        }
      } catch {
        failure = InteractionError(ending: error)
        if error.isOfTransport { connections.drop(lease) }
      }
    } catch {
      failure = InteractionError(ending: error)
    }
    self.perform { $0.machine.ended(failure, on: attempt.epoch, at: $1) }
  }

  private func metadata(
    of attempt: SessionAttempt, token: (@Sendable () async throws -> String)?
  ) async throws -> Metadata {
    let configuration = self.configuration
    var metadata = Metadata()
    if let token { metadata.addString("Bearer \(try await token())", forKey: "authorization") }
    metadata.addString(configuration.sessionID, forKey: "x-session-id")
    // Stable until an engine is overloaded, so that a proxy can route by it.
    let key = RoutingKey.of(user: configuration.user, sessionID: configuration.sessionID)
    metadata.addString(
      RoutingKey.variant(attempt.keyVariant, of: key), forKey: RoutingKey.header)
    return metadata
  }

  private func call(
    _ epoch: UInt64, on link: SessionLink, over client: GRPCClient<some ClientTransport>,
    _ metadata: Metadata
  ) async throws {
    guard let open = self.perform({ $0.machine.open(on: epoch, at: $1) }) else { return }
    let stub = Interaction_V1_InteractionService.Client(wrapping: client)
    // Fails without a connection, so that the session tries another engine.
    var options = CallOptions.defaults
    options.waitForReady = false
    switch self.configuration.wire {
    case .stream:
      try await stub.interact(metadata: metadata, options: options) { writer in
        try await writer.write(Proto.Request(open))
        try await self.writeFrames(of: epoch, on: link) { try await writer.write($0) }
      } onResponse: { response in
        for try await message in response.messages { self.receive(message, on: epoch) }
      }
    case .calls:
      try await self.makeCalls(Proto.Request(open).open, epoch, on: link, stub, metadata, options)
    }
  }

  /// Writes frames until the session leaves the connection.
  func writeFrames(
    of epoch: UInt64, on link: SessionLink, _ write: (Proto.Request) async throws -> Void
  ) async throws {
    link.wake()
    for await _ in link.wakeups {
      writing: while true {
        switch self.perform(wakes: false, { $0.machine.next(on: epoch, at: $1) }) {
        case .send(let frame): try await write(frame)
        case .idle: break writing
        case .halfClose: return
        }
      }
    }
  }

  /// Receives a frame.
  func receive(_ message: Proto.Response, on epoch: UInt64) {
    let frame = ResponseFrame(message)
    self.perform { state, now in
      guard let received = state.machine.receive(frame, on: epoch, at: now) else { return }
      state.journal.note(message, frame, received, of: state.machine, at: now)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Error {
  /// A Boolean value that indicates whether the next call needs another connection: no engine has
  /// answered, or the connection was abandoned, such as by a pause, during which the system closes
  /// sockets.
  fileprivate var isOfTransport: Bool {
    if self is CancellationError { return true }
    return (self as? RPCError).map { InteractionError($0).reason.isEmpty } ?? false
  }
}

@available(InteractionEngine 1.0, *)
extension InteractionError {
  /// The error with which a call ended.
  fileprivate init(ending error: any Error) {
    switch error {
    case let error as InteractionError: self = error
    case let error as RPCError: self.init(error)
    default: self.init(code: .unknown, message: "\(error)")
    }
  }
}
