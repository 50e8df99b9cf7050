import InteractionCore
import InteractionExperience
package import InteractionFleet
import InteractionStream
import InteractionVariants
import InteractionWire
import Synchronization

/// An engine as a member of a fleet: applies the fleet's documents, and moves sessions to the
/// engines that the ring assigns them to.
@available(InteractionEngine 1.0, *)
package final class FleetEngine: FleetMember {
  struct State: Sendable {
    var plan: RebalancePlan
    /// The hash ring of session keys; nil before the list of engines is known.
    var ring: HashRing?
    /// The last reports of the other engines, by name.
    var reports: [String: ReportRecord] = [:]
    /// The sessions that were logged as open elsewhere by other users.
    var foreign: Set<String> = []
    /// The sessions that other engines claim with the same epoch, with the number of consecutive
    /// exchanges.
    var sameEpochClaims: [String: Int] = [:]
  }

  let engine: Engine
  let name: String
  let state: Mutex<State>
  /// The running moves of open sessions, by the version that they lead to.
  private let moves = Mutex<[DocumentVersion: Task<Void, Never>]>([:])
  /// The kill switches of the store, by experience.
  private let killed = Mutex<[String: KillSwitchRecord]>([:])
  /// Signals a change of the list of engines.
  let wakeUpSignal: AsyncStream<Void>.Continuation
  let wakeUps: AsyncStream<Void>
  /// Counts sessions moved to other engines: because of the ring, or because other engines may have
  /// resumed them while this one was frozen.
  let drainedSessions = LabelledCounter(
    "interaction_fleet_sessions_sent_away_total", by: "reason", of: ["ring", "frozen"])

  /// - Parameters:
  ///   - name: The engine's name in the fleet's list and in proxies.
  ///   - settlingTime: The time without a change of the list before sessions move.
  package init(_ engine: Engine, named name: String, settlingTime: Duration) {
    self.engine = engine
    self.name = name
    self.state = Mutex(
      State(plan: RebalancePlan(settlingTime: .seconds(settlingTime.components.seconds))))
    (self.wakeUps, self.wakeUpSignal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    engine.fleetDirectory.join(as: name)
  }

  package func validate(_ version: DocumentVersion) async -> Rollout.Verdict {
    switch version.name.kind {
    case .experience: self.learnExperience(version)
    case .keys: self.learnKeys(version)
    }
  }

  private func learnExperience(_ version: DocumentVersion) -> Rollout.Verdict {
    do {
      let document = try ExperienceDocument(text: version.text, origin: .fleet)
      guard document.name == version.name.name else {
        return .refused(["name: is '\(document.name)', not '\(version.name.name)'"])
      }
      guard document.digest == version.digest else {
        return .refused([
          "digest: is \(document.digest) on this engine, but \(version.digest) at the"
            + " publisher; both must have the same release"
        ])
      }
      self.engine.catalog.learn(document)
      return .accepted
    } catch {
      return .refused("\(error)".split(separator: "\n").map(String.init))
    }
  }

  private func learnKeys(_ version: DocumentVersion) -> Rollout.Verdict {
    guard let vault = self.engine.context.checkpoints else { return .accepted }
    do {
      let keys = try CheckpointKeys(version.text)
      guard keys.digest == version.digest else {
        return .refused(["digest of the keys: differs between this engine and the publisher"])
      }
      if let conflict = vault.addOpeningKeys(keys) {
        return .refused([
          "key '\(conflict)': has another secret on this engine; give the new key a new name"
        ])
      }
      return .accepted
    } catch {
      return .refused(error.problems)
    }
  }

  package func unload(_ version: DocumentVersion) async {
    if version.name.kind == .experience { self.engine.catalog.forget(version.digest) }
  }

  package func activate(_ versions: [DocumentVersion]) async {
    // After a rollback no session is moved to the version that it replaces.
    self.moves.withLock { moves in
      for (version, move) in moves where !versions.contains(version) {
        move.cancel()
        moves[version] = nil
      }
    }
    let documents = versions.filter { $0.name.kind == .experience }
      .compactMap { self.engine.catalog.known($0.digest) }
    self.engine.catalog.replaceShared(documents)
    guard let keys = versions.first(where: { $0.name == .checkpointKeys }),
      let ring = try? CheckpointKeys(keys.text)
    else { return }
    self.engine.context.checkpoints?.replaceKeys(ring)
  }

  package func move(to version: DocumentVersion, as move: SessionMoveRecord) async {
    guard version.name.kind == .experience,
      self.engine.catalog.known(version.digest) != nil
    else { return }
    let mover = self.engine.mover(
      to: nil, of: version.name.name, allowsNewAssets: move.allowsNewAssets,
      share: move.sharePerSecond)
    self.moves.withLock { moves in
      // A running move has another share.
      moves[version]?.cancel()
      moves[version] = Task {
        // Sessions with former versions may still resume here.
        while !Task.isCancelled {
          try? await mover.run()
          try? await Task.sleep(for: .seconds(5))
        }
      }
    }
  }

  package func switchOff(_ variants: [String: KillSwitchRecord]) async {
    let switches = variants.mapValues { record in
      record.variants.map { KillSwitch.variants(Set($0)) } ?? .all
    }
    let old = self.killed.withLock { killed in
      defer { killed = variants }
      return killed
    }
    _ = self.engine.catalog.killSwitches.replace(switches, of: .store)
    for name in Set(old.keys).union(variants.keys) where old[name] != variants[name] {
      let move = variants[name]?.move
      self.engine.moveFromKilled(
        name, by: .store, move.map { ($0.sharePerSecond, $0.allowsNewAssets) })
    }
  }

  package func extendOwnership(until deadline: ContinuousClock.Instant) {
    let left = deadline - .now
    let span = TimeSpan(
      microseconds: left.components.seconds * 1_000_000
        + left.components.attoseconds / 1_000_000_000_000)
    self.engine.fence.move(to: self.engine.clock.now + span)
  }

  package func resumed(afterPause time: Duration) async {
    let streams = self.engine.registry.streams()
    for (_, stream) in streams { stream.fail(.draining) }
    self.drainedSessions.increment("frozen", by: Int64(streams.count))
  }

  package func acceptSessions() async { self.engine.health.startServing() }
}

@available(InteractionEngine 1.0, *)
extension SessionEntry {
  /// The routing key of the session: its user's, if any.
  var routingKey: String { RoutingKey.of(user: self.open.user, sessionID: self.open.sessionID) }

  /// Returns whether a proxy routed the session here by a key that is not its own.
  func isMisrouted(with key: String?) -> Bool {
    key.map { !RoutingKey.isVariant($0, of: self.routingKey) } ?? false
  }
}
