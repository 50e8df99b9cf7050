import InteractionCore
import InteractionStream
import InteractionWire
import Synchronization

/// What others want of an open session.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Carries out a backend's command; nil if no session is open.
  func carryOut(_ command: SessionCommand) -> CommandOutcome? {
    // The client may be elsewhere by now, and the session with it.
    guard self.engine.fence.allows(self.clock.now) else { return nil }
    var outcome: CommandOutcome?
    self.act { stream, now in
      let outputs = stream.carryOut(command, at: now)
      for case .answer(let answer) in outputs { outcome = answer }
      return outputs
    }
    return outcome
  }

  /// Whether the name of a command has stood for another one in the session.
  func wasGiven(another command: SessionCommand) -> Bool {
    self.state.withLock { state in
      state.stream.conversation?.commands.hasGiven(another: command) ?? false
    }
  }

  /// Waits, though not for long, until the client has applied a directive. Returns whether it has.
  func isApplied(_ directive: UInt64) async -> Bool {
    let (signals, signal) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let waiter = self.state.withLock { state -> UInt64? in
      if state.stream.appliedDirective >= directive { return nil }
      return state.waiters.add(signal, for: directive)
    }
    guard let waiter else { return true }
    let limit = self.engine.limits.commandWait
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

  /// Tells the client to go elsewhere; a client without a `Subscribe` learns it from its next call.
  func drain(_ part: DrainPart) {
    if let mailbox = self.mailbox, !mailbox.hasReader {
      self.fail(.leaving)
      return
    }
    self.act { stream, now in stream.drain(part, at: now) }
  }

  /// Where frames wait to be fetched, if single calls drive the session.
  var mailbox: Mailbox? { self.state.withLock { $0.mailbox } }

  /// Single calls drive the session from now on.
  func attach(_ mailbox: Mailbox) {
    self.state.withLock { $0.mailbox = mailbox }
  }

  /// The last directive that the client says it has applied.
  var appliedDirective: UInt64 { self.state.withLock { $0.stream.appliedDirective } }

  /// How far the session has come, for the answer to a call.
  var standing: (appliedEvent: UInt64, nextDeadline: Instant?, error: StreamError?) {
    self.state.withLock { state in
      (
        state.stream.appliedEvent, state.stream.session?.nextDeadline,
        state.ending.error
      )
    }
  }
}
