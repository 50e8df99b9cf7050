import InteractionCore
import InteractionIdentity
import InteractionWire
import Logging
import Synchronization

/// How a session comes into the registry, and leaves it.
extension LiveStream {
  /// Opens the session, if this server admits it and it is the caller's. Returns whether the stream
  /// goes on.
  func open(_ open: OpenFrame) -> Bool {
    // A second opening is the machine's to refuse, and so is one that comes when the stream is over.
    let isFirst = self.state.withLock { $0.entry == nil && $0.ending == nil }
    guard isFirst else {
      return self.act { stream, now in stream.receive(.open(open), at: now) } != .isOver
    }
    do throws(StreamError) {
      if self.engine.isDraining { throw .leaving }
      var open = open
      try self.caller.claim(&open)
      let opening = try self.state.withLock { state throws(StreamError) in
        try state.stream.examine(open)
      }
      let entry = SessionEntry(open, opening, at: self.clock.now)
      let older = try self.engine.registry.enter(self, as: entry, at: self.clock.now)
      // Counted before the client can know.
      self.state.withLock { $0.entry = entry }
      older?.fail(
        StreamError(
          .superseded, "the session was opened anew by another stream; this one is over"))
      self.tellOpened(entry)
      self.record(entry, opening)
      let expiry = self.caller.expires.map { self.clock.instant(at: $0) }
      return self.act { stream, now in
        let outputs = stream.open(open, as: opening, at: now)
        stream.authorise(until: expiry)
        return outputs
      } != .isOver
    } catch {
      self.fail(error)
      return false
    }
  }

  /// Looks at a newer proof of who the client is. Returns whether the stream goes on.
  @discardableResult
  package func refresh(_ token: String) async -> Bool {
    do throws(IdentityError) {
      let caller = try await self.engine.gatekeeper.authority.refreshed(self.caller, with: token)
      try caller.require(.client)
      let expiry = caller.expires.map { self.clock.instant(at: $0) }
      return self.act { stream, now in
        stream.authorise(until: expiry)
        return stream.receive(.authRefresh(token: token), at: now)
      } != .isOver
    } catch {
      self.fail(StreamError(error))
      return false
    }
  }

  /// The stream leaves the registry.
  func leave(with error: (any Error)?) {
    let entry = self.state.withLock { state in
      defer { state.entry = nil }
      return state.entry
    }
    let reason = (error as? StreamError)?.reason
    if let reason { self.engine.metrics.countEnd(reason) }
    self.state.withLock { $0.watchers.end(reason?.rawValue ?? "") }
    guard let entry else {
      if let error { self.engine.refusals.tell("stream refused", error, from: self.peer) }
      return
    }
    let left = self.engine.registry.remove(self, as: entry)
    var metadata = self.metadata(entry)
    metadata["sessions"] = "\(left)"
    if let error = error as? StreamError {
      metadata["reason"] = "\(error.reason.rawValue)"
      metadata["message"] = "\(error.message)"
    }
    self.engine.logger.info("session ended", metadata: metadata)
  }

  /// What the session was opened as, once it is counted in.
  var entry: SessionEntry? { self.state.withLock { $0.entry } }

  private func tellOpened(_ entry: SessionEntry) {
    var metadata = self.metadata(entry)
    metadata["client"] = "\(entry.client)"
    metadata["outcome"] = "\(entry.outcome.label)"
    if let reason = entry.restartReason { metadata["reason"] = "\(reason.rawValue)" }
    self.engine.metrics.countOpened(entry)
    self.engine.logger.info("session opened", metadata: metadata)
  }

  private func metadata(_ entry: SessionEntry) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "session": "\(entry.open.sessionID)", "experience": "\(entry.experience.name)",
      "peer": "\(self.peer)",
    ]
    if !entry.open.user.isEmpty { metadata["user"] = "\(entry.open.user)" }
    return metadata
  }
}
