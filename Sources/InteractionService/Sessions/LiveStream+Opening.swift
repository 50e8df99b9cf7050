import InteractionCore
import InteractionIdentity
import InteractionStream
import InteractionTrace
import InteractionVariants
import InteractionWire
import Logging
import Synchronization

/// Registration of a session, and its removal.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Returns an `open` with the caller as its user.
  ///
  /// - Throws: `DRAINING`, or `ROLE_MISSING` for another user. A second `open` passes unchanged, as
  ///   the state machine rejects it.
  func claim(_ open: OpenFrame) throws(StreamError) -> OpenFrame {
    guard self.entry == nil else { return open }
    if self.engine.isDraining { throw .draining }
    var open = open
    try self.caller.claim(&open)
    if open.experience.contains("@"), !self.caller.roles.contains(.tester) {
      throw StreamError(
        .roleMissing,
        "open.experience is '\(open.experience)'; the role 'tester' is required to ask for a variant;"
          + " open '\(ExperienceCatalog.parts(of: open.experience).experience)'")
    }
    return open
  }

  /// Decides whether to admit the session.
  func admit(_ entry: SessionEntry, for writer: (any FrameWriter)?) -> InputResult {
    let displaced: SessionRegistry.Displaced
    do throws(StreamError) {
      displaced = try self.engine.registry.enter(self, as: entry, at: self.clock.now)
    } catch {
      return self.fail(error, for: writer)
    }
    // Registered before the client can know of it.
    let variant = self.engine.metrics.variants.opened(entry)
    if !entry.isResumed { variant?.countOpened() }
    self.state.withLock { state in
      state.entry = entry
      state.variant = variant
    }
    displaced.superseded?.fail(
      StreamError(
        .superseded, "the session was opened by another stream; this stream has ended"))
    displaced.unclaimed?.fail(
      StreamError(
        .overloaded, "the session was opened but not used; the server evicted it to admit another",
        metadata: ["limit": "sessions"]))
    self.logOpened(entry)
    let expiry = self.caller.expires.map { self.clock.instant(at: $0) }
    let recorded = self.recordingWatch(of: entry)
    var header: Trace.Header?
    let turn = self.act(for: writer) { stream, now in
      let outputs = stream.admitted(until: expiry, isWatched: recorded != nil, at: now)
      if recorded != nil {
        header = Trace.Header(entry, resuming: stream.session, in: self.engine.variants(of: entry))
      }
      return outputs
    }
    if let recorded, let header { self.record(recorded, of: entry.open, header) }
    return turn
  }

  /// Verifies a refreshed token. Returns the reader's next step.
  package func refresh(_ token: String) async -> NextRead {
    do throws(IdentityError) {
      let caller = try await self.engine.callerAuthentication.authority.refresh(
        self.caller, with: token)
      try caller.require(.client)
      let expiry = caller.expires.map { self.clock.instant(at: $0) }
      let reading = self.act({ stream, _ in
        stream.authorise(until: expiry)
        return []
      }).reading
      return reading == .proceed ? self.nextRead() : reading
    } catch {
      self.fail(StreamError(error))
      return .stop
    }
  }

  /// Removes the stream from the registry.
  func unregister(with error: (any Error)?) {
    let (entry, variant) = self.state.withLock { state in
      defer { (state.entry, state.variant) = (nil, nil) }
      return (state.entry, state.variant)
    }
    let reason = (error as? StreamError)?.reason
    if let variant {
      variant.countEnd(reason)
      self.engine.metrics.variants.ended(variant)
    }
    if let reason { self.engine.metrics.countEnd(reason) }
    self.state.withLock { $0.watchers.end(because: reason) }
    guard let entry else {
      if let error {
        self.engine.refusals.refused("stream refused", error, from: self.peer, in: self.trace)
      }
      return
    }
    let left = self.engine.registry.remove(self, as: entry)
    self.engine.sessionLines.log("session ended", self.metadata(entry, left: left, error))
  }

  /// Counts the session for the guardrails of the variant that it has moved to.
  func replaceVariant(by entry: SessionEntry) {
    let new = self.engine.metrics.variants.opened(entry)
    let old = self.state.withLock { state in
      defer { state.variant = state.entry == nil ? nil : new }
      return state.entry == nil ? new : state.variant
    }
    if let old { self.engine.metrics.variants.ended(old) }
  }

  /// Counts expired holds for the guardrails of the session's variant, without events that are
  /// applied already.
  func countExpiredHolds(in events: [DecodedEvent]) {
    let holds = events.compactMap { event in
      if case .event(let event) = event, case .holdExpired = event.kind {
        event.sequence
      } else {
        nil
      }
    }
    if holds.isEmpty { return }
    self.state.withLock { state in
      let applied = state.stream.conversation?.appliedEvent ?? 0
      let new = holds.count { $0 > applied }
      if new > 0 { state.variant?.countExpiredHolds(new) }
    }
  }

  /// The registered session; nil before and after.
  var entry: SessionEntry? { self.state.withLock { $0.entry } }

  private func logOpened(_ entry: SessionEntry) {
    self.engine.metrics.countOpened(entry)
    self.engine.sessionLines.log("session opened", self.metadata(opened: entry))
  }

  private func metadata(opened entry: SessionEntry) -> Logger.Metadata {
    var metadata = self.metadata(entry)
    metadata["client"] = "\(entry.client)"
    metadata["outcome"] = "\(entry.outcome.label)"
    if case .restarted(let reason) = entry.outcome { metadata["reason"] = "\(reason.rawValue)" }
    return metadata
  }

  /// - Parameter left: The number of sessions that are still open.
  private func metadata(
    _ entry: SessionEntry, left: Int, _ error: (any Error)?
  ) -> Logger.Metadata {
    var metadata = self.metadata(entry)
    metadata["sessions"] = "\(left)"
    if let error = error as? StreamError {
      metadata["reason"] = "\(error.reason.rawValue)"
      metadata["message"] = "\(error.message)"
    }
    return metadata
  }

  private func metadata(_ entry: SessionEntry) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "session": "\(entry.open.sessionID)", "experience": "\(entry.experience.name)",
      "peer": "\(self.peer)",
    ]
    if let selection = entry.selection {
      metadata["variant"] = "\(selection.variant)"
      metadata["selection"] = "\(selection.reason.rawValue)"
    }
    if !entry.open.user.isEmpty { metadata["user"] = "\(entry.open.user)" }
    metadata.name(self.trace)
    return metadata
  }
}
