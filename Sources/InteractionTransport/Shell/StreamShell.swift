import InteractionCore
import InteractionIdentity
import InteractionService
import InteractionStream
import NIOCore
import X509

/// What serves a stream on the event loop of its connection, without a task: a call of HTTP/2, or a
/// WebSocket.
///
/// The machine is the same everywhere; a shell reads, writes and keeps time. What a shell waits
/// for says its ``CallService``.
protocol StreamShell: FrameWriter, SendableMetatype {
  var service: CallService<LiveStream> { get set }
  /// Rings when something of ``service`` is due, or before.
  var alarm: CallTimers.Timer? { get set }
  /// Of its connection.
  var loop: any EventLoop { get }
  var timers: CallTimers { get }
  /// Writes frames, and ends if they do.
  func write(_ packets: [LiveStream.Packet])

  /// There is too little room for the next frame. The shell calls ``work()`` when there is more.
  func waitForMoreRoom()

  /// Lets nothing more come, or lets it come again.
  func pauseReading(_ isPaused: Bool)

  /// Reads what has arrived meanwhile.
  func read()

  /// Something that took time is done, and the stream may have been answered.
  func waitEnded()

  /// Forgets what has not left: the client is gone.
  func discard()

  /// Ends the stream, well or with an error, which the client is told.
  func end(with error: StreamError?)
}

extension StreamShell {
  // MARK: The caller

  /// Finds out who calls, and serves the stream; ends it if the caller may not have one.
  ///
  /// - Parameters:
  ///   - authorization: Every header of that name.
  ///   - routingKey: The key by which a proxy chose this server.
  ///   - trace: The caller's trace ID.
  ///   - connection: Whose other end may have a certificate.
  func identify(
    authorization: [String], routingKey: String?, in trace: TraceID?,
    on connection: (any Channel)?, _ engine: Engine
  ) {
    if let caller = engine.gatekeeper.anonymous {
      return self.serve(caller, routingKey, in: trace, engine, connection)
    }
    self.wait { () async throws(StreamError) in
      try await engine.gatekeeper.caller(
        authorization: authorization, certificate: await connection.peerCertificate(),
        needing: .client)
    } andThen: { shell, found in
      guard case .asking = shell.service else { return }
      switch found {
      case .success(let caller):
        shell.serve(caller, routingKey, in: trace, engine, connection)
      case .failure(let error):
        engine.refused(error, method: "Interact", from: connection.peerAddress, in: trace)
        shell.end(with: error)
      }
    }
  }

  private func serve(
    _ caller: Caller, _ routingKey: String?, in trace: TraceID?, _ engine: Engine,
    _ connection: (any Channel)?
  ) {
    let loop = self.loop
    let shell = NIOLoopBound(self, eventLoop: loop)
    let stream = LiveStream(
      engine: engine, caller: caller, peer: connection.peerAddress, routingKey: routingKey,
      trace: trace
    ) { _ in
      // Commands, operators, drains and tokens come from elsewhere.
      loop.execute { shell.value.work() }
    }
    self.service.serve(stream)
    self.work()
  }

  // MARK: Reading

  /// Does what a message asks for. Returns whether there may be more.
  @discardableResult
  func handle(_ turn: LiveStream.Turn, of stream: LiveStream) -> Bool {
    self.carryOut(turn.work)
    switch turn.reading {
    case .goesOn: return true
    case .isOver: return false
    case .waits(let time): self.holdBack(for: time)
    case .refreshes(let token): self.refresh(stream, with: token)
    }
    return true
  }

  /// Reads on only after a while: the session costs too much.
  private func holdBack(for time: TimeSpan) {
    self.pause(.isHeld(until: self.loop.now + .microseconds(time.microseconds)))
    self.setAlarm()
  }

  private func refresh(_ stream: LiveStream, with token: String) {
    self.wait { () async throws(StreamError) in
      await stream.refresh(token)
    } andThen: { shell, reading in
      // A stream that has to end for it says so itself.
      if case .success(.waits(let time)) = reading { shell.holdBack(for: time) }
    }
  }

  /// Does something that takes time, and reads on only then.
  private func wait<Value: Sendable>(
    for find: @escaping @Sendable () async throws(StreamError) -> Value,
    andThen go: @escaping @Sendable (Self, Result<Value, StreamError>) -> Void
  ) {
    self.pause(.verifies)
    let loop = self.loop
    let bound = NIOLoopBound(self, eventLoop: loop)
    Task {
      let found: Result<Value, StreamError>
      do throws(StreamError) {
        found = .success(try await find())
      } catch {
        found = .failure(error)
      }
      loop.execute {
        let shell = bound.value
        go(shell, found)
        if !shell.service.isHeld { shell.resume() }
        if shell.service.stream != nil { shell.waitEnded() }
      }
    }
  }

  /// Lets the client's window fill up.
  private func pause(_ intake: CallServing.Intake) {
    self.service.change(to: intake)
    self.pauseReading(true)
  }

  /// Reads what has arrived meanwhile, and lets the client send more.
  func resume() {
    self.service.change(to: .flows)
    self.pauseReading(false)
    self.read()
  }

  // MARK: Writing

  /// Does what there is to do.
  func work() {
    self.carryOut(self.service.stream?.work(for: self))
  }

  /// Writes what is to be written, and keeps its time.
  func carryOut(_ work: LiveStream.Work?) {
    guard let work, let stream = self.service.stream else { return }
    if let wake = work.wake {
      self.service.wake(at: self.loop.now + .microseconds(wake.microseconds))
      self.setAlarm()
    }
    if !work.packets.isEmpty { self.write(work.packets) }
    if work.needsMoreRoom { self.waitForMoreRoom() }
    if work.endWaits {
      // A client that does not read has had its time then.
      let time = TimeAmount.microseconds(stream.engine.limits.endGrace.microseconds)
      self.service.endWaits(until: self.loop.now + time)
      self.setAlarm()
    }
  }

  /// The client is gone and cannot be told.
  func lose() {
    self.discard()
    let stream = self.service.lose()
    self.stopAlarm()
    guard let stream else { return }
    stream.receiveEnd(isClean: false)
    stream.close(with: stream.error)
  }
}
