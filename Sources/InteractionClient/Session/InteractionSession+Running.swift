import GRPCCore
import InteractionCore
import InteractionWire
import Synchronization

/// A session's way through its connections.
@available(InteractionEngine 1.0, *)
extension InteractionSession {
  /// How a connection came to its end.
  private enum End {
    /// The session is over.
    case finished
    /// The server has sent it elsewhere, and it has left in good order.
    case left
    /// It was lost, or never came about.
    case failed(InteractionError)
  }

  /// Runs the session until it is over, on as many connections as that takes.
  func run<Transport>(
    over connections: Connections<Transport>, token: (@Sendable () async throws -> String)?
  ) async throws {
    var plan = ReconnectPlan(policy: self.configuration.reconnects, endpoints: connections.count)
    while true {
      try await self.waitWhilePaused()
      if try await self.run(by: &plan, over: connections, token: token) { return }
    }
  }

  /// Runs the session until it is over, or paused.
  ///
  /// - Returns: Whether it is over.
  private func run<Transport>(
    by plan: inout ReconnectPlan, over connections: Connections<Transport>,
    token: (@Sendable () async throws -> String)?
  ) async throws -> Bool {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepTime() }
      defer { group.cancelAll() }
      while true {
        let (end, openFor) = await self.runLink(over: connections, by: plan, token: token)
        try Task.checkCancellation()
        if let openFor { plan.succeed(for: openFor) }
        if self.wasPaused {
          // The system may have closed its sockets by the time the app comes back.
          if let lease = try? connections.lease(plan.endpoint) { connections.drop(lease) }
          return false
        }
        switch end {
        case .finished:
          return true
        case .left:
          plan.moveOn()
        case .failed(let error):
          if error.reason == "DIVERGED" { self.state.withLock { $0.stream.forgetCheckpoint() } }
          guard case .wait(let delay) = plan.next(after: error, at: self.clock.now()) else {
            throw error
          }
          self.goOffline(after: error, since: plan.since)
          if self.isOver { return true }
          if self.connectionState != .offline {
            self.show(.reconnecting(attempt: plan.failures, delay: delay, after: error))
          }
          try await self.wait(delay)
          if self.wasPaused { return false }
        }
      }
    }
  }

  /// Decides here, if that is wanted and no server has been reachable for long enough.
  private func goOffline(after error: InteractionError, since: ContinuousClock.Instant?) {
    let configuration = self.configuration
    guard let policy = configuration.offline, error.isUnreachable,
      let since, self.clock.now() - since >= policy.after
    else { return }
    let isNew = self.state.withLock { state in
      guard state.stream.offline == nil else { return false }
      let experience = policy.experience(after: state.stream.served)
      let (snapshot, directives) = state.stream.goOffline(
        with: experience, in: configuration.environment, from: configuration.current)
      self.update.yield(
        .opened(
          OpenedSession(
            experience: experience.name, digest: experience.digest,
            level: ContractLevel.current, snapshot: snapshot, triggerLines: [:])))
      for directive in directives {
        self.update.yield(.directive(directive, isNews: true))
      }
      self.asked.yield()
      return true
    }
    if isNew { self.show(.offline) }
  }

  /// Whether the session is to end while there is no server to send the rest to.
  private var isOver: Bool {
    self.state.withLock { $0.isFinishing && $0.stream.offline != nil }
  }

  /// Waits before another attempt, unless the network changes meanwhile.
  private func wait(_ delay: Duration) async throws {
    let link = SessionLink(epoch: 0)
    let isPaused = self.state.withLock { state in
      state.link = link
      return state.pause != nil
    }
    if isPaused { return }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.clock.sleep(for: delay) }
      group.addTask { for await _ in link.interruptions { return } }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Runs the session on one connection.
  private func runLink<Transport>(
    over connections: Connections<Transport>, by plan: ReconnectPlan,
    token: (@Sendable () async throws -> String)?
  ) async -> (End, openFor: Duration?) {
    let link = self.state.withLock { state in
      state.epoch += 1
      let link = SessionLink(epoch: state.epoch)
      state.link = link
      state.leaving = nil
      if state.pause != nil {
        // The session was paused just before it had this connection.
        state.pausedEpoch = state.epoch
        link.interrupt(.paused)
      }
      return link
    }
    do {
      let lease = try connections.lease(plan.endpoint)
      do {
        var metadata = Metadata()
        if let token { metadata.addString("Bearer \(try await token())", forKey: "authorization") }
        // The same until an engine has no room, so that a proxy may choose the same one.
        metadata.addString(self.configuration.sessionID, forKey: "x-session-id")
        metadata.addString(self.key(variant: plan.keyVariant), forKey: RoutingKey.header)
        try await self.run(on: link, over: lease.client, metadata, token: token)
      } catch let error as RPCError {
        let error = InteractionError(error)
        if error.reason.isEmpty { connections.drop(lease) }
        throw error
      }
      return (self.endOfGoodLink, self.openTime(of: link))
    } catch let error as InteractionError {
      if error.code == .unavailable, error.reason.isEmpty,
        let lease = try? connections.lease(plan.endpoint)
      {
        connections.drop(lease)
      }
      return (.failed(error), self.openTime(of: link))
    } catch {
      return (
        .failed(InteractionError(code: .unknown, message: "\(error)")), self.openTime(of: link)
      )
    }
  }

  /// What proxies choose an engine by.
  private func key(variant: Int) -> String {
    let configuration = self.configuration
    let key = RoutingKey.of(user: configuration.user, sessionID: configuration.sessionID)
    return RoutingKey.variant(variant, of: key)
  }

  private var endOfGoodLink: End {
    self.state.withLock { state in
      if state.leaving != nil, !(state.isFinishing && state.stream.outbox.isSettled) {
        return .left
      }
      return .finished
    }
  }

  /// How long the session was open on a connection; nil if it was not.
  private func openTime(of link: SessionLink) -> Duration? {
    self.state.withLock { state in
      state.openedEpoch == link.epoch ? self.clock.now() - state.openedAt : nil
    }
  }

  private func run(
    on link: SessionLink, over client: GRPCClient<some ClientTransport>, _ metadata: Metadata,
    token: (@Sendable () async throws -> String)?
  ) async throws {
    self.state.withLock { state in
      (state.calledEpoch, state.lastHeard) = (link.epoch, self.clock.now())
    }
    let stub = Interaction_V1_InteractionService.Client(wrapping: client)
    // Without a connection the session hears of it, and tries elsewhere.
    var options = CallOptions.defaults
    options.waitForReady = false
    try await withThrowingTaskGroup(of: Bool.self) { [options] group in
      group.addTask {
        switch self.configuration.wire {
        case .stream:
          let opening = Proto.Request(self.openFrame(on: link))
          try await stub.interact(metadata: metadata, options: options) { writer in
            try await writer.write(opening)
            try await self.writeFrames(on: link) { try await writer.write($0) }
          } onResponse: { response in
            for try await message in response.messages {
              try self.receive(message, on: link, token: token)
            }
          }
        case .calls:
          try await self.runCalls(on: link, over: stub, metadata, options, token: token)
        }
        return true
      }
      group.addTask {
        for await error in link.interruptions { throw error }
        return false
      }
      defer { group.cancelAll() }
      while let isOver = try await group.next(), !isOver {}
    }
  }

  /// Passes frames on until nothing more will happen, or the session leaves for another server.
  func writeFrames(
    on link: SessionLink, _ write: (Proto.Request) async throws -> Void
  ) async throws {
    link.wake()
    for await _ in link.wakeups {
      while true {
        // Under one lock: what is sent just before the end must not fall between two looks.
        let (frame, isOver) = self.state.withLock { state -> (Proto.Request?, Bool) in
          if state.hasToLeave(at: self.clock.now()) { return (nil, true) }
          let frame = state.stream.nextFrame()
          let isLast = state.isFinishing || state.pause != nil
          return (frame, frame == nil && isLast && !state.stream.isWaiting)
        }
        if isOver { return }
        guard let frame else { break }
        try await write(frame)
      }
    }
  }

  /// Opens the session on a connection: anew, or from where it was.
  func openFrame(on link: SessionLink) -> OpenFrame {
    let configuration = self.configuration
    typealias Start = (
      resume: ResumePart?, current: Restoration?, environment: Environment, time: Instant
    )
    let (resume, current, environment, time) = self.state.withLock { state -> Start in
      let resume = link.epoch == state.firstEpoch ? nil : state.stream.reconnect()
      guard state.stream.hasOpened else {
        return (
          resume, configuration.current, configuration.environment, configuration.start
        )
      }
      var current = state.stream.current
      current.isSwipingOn = current.isSwipingOn ?? configuration.current?.isSwipingOn
      return (
        resume, current, state.stream.environment ?? configuration.environment,
        state.stream.restartTime
      )
    }
    var open = self.frame(epoch: link.epoch)
    (open.environment, open.current, open.time) = (environment, current, time)
    open.resume = resume
    return open
  }

  /// What every opening of the session says.
  func frame(epoch: UInt64) -> OpenFrame {
    let configuration = self.configuration
    var open = OpenFrame(
      clientName: configuration.clientName,
      clientVersion: configuration.clientVersion,
      sessionID: configuration.sessionID,
      epoch: epoch,
      experience: configuration.experience,
      environment: configuration.environment,
      skipsSamples: configuration.skipsSamples,
      samplesSprings: configuration.samplesSprings,
      resumes: configuration.reconnects != nil,
      user: configuration.user,
      current: configuration.current,
      time: configuration.start)
    open.wantsDefinition = configuration.asksForExperience
    return open
  }
}

@available(InteractionEngine 1.0, *)
extension InteractionSession.State {
  /// Whether it is time to leave for another server: between two gestures, if there is time for
  /// that.
  func hasToLeave(at now: ContinuousClock.Instant) -> Bool {
    guard let leaving = self.leaving, now >= leaving.after else { return false }
    return self.stream.held.isEmpty || now >= leaving.atLast
  }
}
