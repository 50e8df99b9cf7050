import InteractionCore
import InteractionIdentity
import InteractionService
import InteractionStream
import NIOCore
import X509

/// The I/O driver of a session's stream on the event loop of its connection, without a task: an
/// HTTP/2 call or a WebSocket.
///
/// The state machine is the same for both; a shell reads, writes and keeps the timers.
/// ``CallPhase`` is its state.
protocol StreamShell: FrameWriter, SendableMetatype {
  var service: CallPhase<LiveStream> { get set }
  /// The timer of ``service``, which may fire early.
  var timer: CallTimers.Timer? { get set }
  /// The event loop of the connection.
  var loop: any EventLoop { get }
  var timers: CallTimers { get }
  /// Writes frames, and ends the stream if the last packet does.
  func write(_ packets: [LiveStream.Packet])

  /// Called when the next frame exceeds the send capacity. The shell calls ``work()`` when there is
  /// more.
  func waitForCapacity()

  /// Pauses or resumes reading from the connection.
  func pauseReading(_ isPaused: Bool)

  /// Reads the queued messages.
  func read()

  /// Called after asynchronous work, which may have produced frames.
  func asyncWorkEnded()

  /// Discards the buffers, since the client has disconnected.
  func discard()

  /// Ends the stream, and reports the error, if any, to the client.
  func end(with error: StreamError?)
}

extension StreamShell {
  // MARK: Authentication

  /// Authenticates the caller and starts the stream; ends it with an error if the caller is not
  /// authorised.
  ///
  /// - Parameters:
  ///   - authorization: The values of all `authorization` headers.
  ///   - routingKey: The key by which a proxy chose this server.
  ///   - trace: The caller's trace ID.
  ///   - connection: The connection, whose peer may have a certificate.
  func authenticate(
    authorization: [String], routingKey: String?, in trace: TraceID?,
    on connection: (any Channel)?, _ engine: Engine
  ) {
    if let caller = engine.callerAuthentication.anonymous {
      return self.serve(caller, routingKey, in: trace, engine, connection)
    }
    self.wait { () async throws(StreamError) in
      try await engine.callerAuthentication.caller(
        authorization: authorization, certificate: await connection.peerCertificate(),
        needing: .client)
    } andThen: { shell, found in
      guard case .authenticating = shell.service else { return }
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
      // Commands, operators, drains and tokens arrive from other threads.
      loop.execute { shell.value.work() }
    }
    self.service.serve(stream)
    self.work()
  }

  // MARK: Reading

  /// Carries out the result of a message. Returns whether more may follow.
  @discardableResult
  func handle(_ turn: LiveStream.InputResult, of stream: LiveStream) -> Bool {
    self.carryOut(turn.work)
    switch turn.reading {
    case .proceed: return true
    case .stop: return false
    case .throttled(let time): self.throttle(for: time)
    case .verify(let token): self.refresh(stream, with: token)
    }
    return true
  }

  /// Pauses reading for a while: the session is throttled.
  private func throttle(for time: TimeSpan) {
    self.pause(.throttled(until: self.loop.now + .microseconds(time.microseconds)))
    self.setTimer()
  }

  private func refresh(_ stream: LiveStream, with token: String) {
    self.wait { () async throws(StreamError) in
      await stream.refresh(token)
    } andThen: { shell, reading in
      // On an error the stream ends itself.
      if case .success(.throttled(let time)) = reading { shell.throttle(for: time) }
    }
  }

  /// Performs asynchronous work, and resumes reading afterwards.
  private func wait<Value: Sendable>(
    for find: @escaping @Sendable () async throws(StreamError) -> Value,
    andThen go: @escaping @Sendable (Self, Result<Value, StreamError>) -> Void
  ) {
    self.pause(.verifyingToken)
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
        if !shell.service.isThrottled { shell.resume() }
        if shell.service.stream != nil { shell.asyncWorkEnded() }
      }
    }
  }

  /// Pauses reading, so that the client's window is exhausted.
  private func pause(_ intake: CallTimeouts.ReadState) {
    self.service.change(to: intake)
    self.pauseReading(true)
  }

  /// Reads the queued messages and resumes WINDOW_UPDATEs.
  func resume() {
    self.service.change(to: .reading)
    self.pauseReading(false)
    self.read()
  }

  // MARK: Writing

  /// Performs the pending work of the stream.
  func work() {
    self.carryOut(self.service.stream?.work(for: self))
  }

  /// Writes the packets and sets the timer.
  func carryOut(_ work: LiveStream.WriterWork?) {
    guard let work, let stream = self.service.stream else { return }
    if let wake = work.wake {
      self.service.wake(at: self.loop.now + .microseconds(wake.microseconds))
      self.setTimer()
    }
    if !work.packets.isEmpty { self.write(work.packets) }
    if work.needsMoreCapacity { self.waitForCapacity() }
    if work.isEndQueued {
      // A client that does not read has `endTimeout` for the end.
      let time = TimeAmount.microseconds(stream.engine.limits.endTimeout.microseconds)
      self.service.setEndTimeout(until: self.loop.now + time)
      self.setTimer()
    }
  }

  /// Ends the stream of a client that has disconnected.
  func clientDisconnected() {
    self.discard()
    let stream = self.service.connectionLost()
    self.cancelTimer()
    guard let stream else { return }
    stream.receiveEnd(isClean: false)
    stream.close(with: stream.error)
  }
}
