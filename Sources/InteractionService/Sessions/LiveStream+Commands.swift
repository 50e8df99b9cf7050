import InteractionCore
import InteractionStream
import InteractionWire
import Synchronization

/// Requests of backends, operators and drains to an open session.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Carries out a backend's command; nil if no session is open.
  func carryOut(_ command: SessionCommand) -> CommandOutcome? {
    // Past the fence another engine may have resumed the session.
    guard self.engine.fence.allows(self.clock.now) else { return nil }
    var outcome: CommandOutcome?
    self.act { stream, now in
      let outputs = stream.carryOut(command, at: now)
      for case .answer(let answer) in outputs { outcome = answer }
      return outputs
    }
    return outcome
  }

  /// Moves the session to another version, at once or when it is next at rest; nil if no session is
  /// open.
  func move(_ move: VersionMove) -> VersionMoveOutcome? {
    guard self.engine.fence.allows(self.clock.now) else { return nil }
    var outcome: VersionMoveOutcome?
    self.act { stream, now in
      let outputs = stream.move(move, at: now)
      for case .moveDecided(let decided) in outputs { outcome = decided }
      return outputs
    }
    return outcome
  }

  /// Cancels a pending move to this version, which waits until the session is at rest.
  func cancelMove(to digest: String) {
    self.state.withLock { $0.stream.cancelMove(to: digest) }
  }

  /// Returns whether the ID of a command was used for another order in the session.
  func isReusedID(of command: SessionCommand) -> Bool {
    self.state.withLock { state in
      state.stream.conversation?.commands.isReusedID(of: command) ?? false
    }
  }

  /// Waits up to ``StreamLimits/commandTimeout`` until the client has applied a directive. Returns
  /// whether it has.
  func isApplied(_ directive: UInt64) async -> Bool {
    let (signals, signal) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let waiter = self.state.withLock { state -> UInt64? in
      if state.stream.appliedDirective >= directive { return nil }
      return state.waiters.add(signal, for: directive)
    }
    guard let waiter else { return true }
    let limit = self.engine.limits.commandTimeout
    let timer = Task {
      try? await Task.sleep(for: .microseconds(limit.microseconds))
      signal.yield(false)
    }
    defer {
      timer.cancel()
      self.state.withLock { $0.waiters.remove(waiter) }
    }
    for await isApplied in signals { return isApplied }
    return false
  }

  /// Asks the client to move to another server. A client of unary calls without a `Subscribe` gets
  /// the error with its next call.
  func drain(_ part: DrainMessage) {
    if let mailbox = self.mailbox, !mailbox.hasReader {
      self.fail(.draining)
      return
    }
    self.act { stream, now in stream.drain(part, at: now) }
  }

  /// The mailbox of a session that is driven by unary calls; nil otherwise.
  var mailbox: UnaryOutput? { self.state.withLock { $0.mailbox } }

  /// Sets the mailbox: the session is driven by unary calls.
  func attach(_ mailbox: UnaryOutput) {
    self.state.withLock { $0.mailbox = mailbox }
  }

  /// The last directive that the client has acknowledged.
  var appliedDirective: UInt64 { self.state.withLock { $0.stream.appliedDirective } }

  /// The progress of the session, for the response to a unary call.
  var progress: (appliedEvent: UInt64, nextDeadline: Instant?, error: StreamError?) {
    self.state.withLock { state in
      (
        state.stream.appliedEvent, state.stream.session?.nextDeadline,
        state.ending.error
      )
    }
  }
}
