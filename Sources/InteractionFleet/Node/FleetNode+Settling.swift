import Foundation
import InteractionFiles
import Logging
import Synchronization

/// Carrying out the rollout's steps.
@available(InteractionEngine 1.0, *)
extension FleetNode {
  /// Carries out the steps for the current state until nothing is left to learn.
  func reconcile() async {
    var isLearning = true
    while isLearning, !Task.isCancelled {
      // Before a listing or a restored cache, an empty state means unknown.
      guard let (state, steps) = self.nextSteps() else { return }
      isLearning = false
      self.logUnreadable(state)
      await self.logEngines(state)
      for step in steps {
        do throws(StoreError) {
          if try await self.carryOut(step, in: state) { isLearning = true }
        } catch {
          self.logStoreFailure(error, while: "committing")
          self.scheduleRetry()
        }
      }
      if !isLearning {
        self.save()
        await self.setStatus(self.standing(after: steps, in: state))
      }
    }
  }

  private func nextSteps() -> (FleetState, [Rollout.Step])? {
    self.state.withLock { state in
      guard state.mirror.position != nil else { return nil }
      let fleet = FleetState(state.mirror.entries)
      // A restored cache does not tell which engines are members now.
      let lease = state.isSynchronized ? state.lease.id : nil
      return (fleet, state.rollout.next(in: fleet, lease: lease))
    }
  }

  /// Returns true if the next steps must be computed at once.
  private func carryOut(_ step: Rollout.Step, in state: FleetState) async throws(StoreError) -> Bool
  {
    switch step {
    case .validate(let version):
      let verdict = await self.member.validate(version)
      self.state.withLock { $0.rollout.note(verdict, of: version) }
      if case .refused(let reasons) = verdict {
        self.metrics.countRefused()
        self.logger.error(
          "published version refused",
          metadata: [
            "document": "\(version.name)", "digest": "\(version.digest.prefix(12))",
            "problems": "\(reasons.prefix(5).joined(separator: "; "))",
          ])
      }
      return true
    case .forget(let version):
      await self.member.unload(version)
    case .activate(let versions):
      await self.member.activate(versions)
      self.note(inForce: versions)
      let texts = versions.map { "\($0.name) \($0.digest.prefix(12))" }.joined(separator: ", ")
      self.logger.notice("fleet documents in force", metadata: ["documents": "\(texts)"])
    case .kill(let switches):
      await self.member.switchOff(switches)
      let names = switches.sorted { $0.key < $1.key }.map { name, record in
        "\(name): \(record.variants?.joined(separator: " ") ?? "all"), by \(record.by)"
      }
      self.logger.notice(
        "kill switches changed",
        metadata: ["variants": "\(names.joined(separator: "; ").printable(atMost: 1_000))"])
    case .move(let version, let move):
      await self.member.move(to: version, as: move)
      self.logger.notice(
        "move of open sessions ordered",
        metadata: [
          "document": "\(version.name)", "digest": "\(version.digest.prefix(12))",
          "share": "\(move.sharePerSecond)",
        ])
    case .commit(let transaction, let purpose):
      let outcome = try await self.store.commit(transaction)
      self.storeAnswered()
      if case .committed(let revision) = outcome {
        self.logger.info(
          "fleet transaction committed",
          metadata: ["purpose": "\(purpose)", "revision": "\(revision)"])
      }
    case .leaveFleet:
      if self.isListed(in: state) { try await self.leave() }
    }
    return false
  }

  /// Counts the versions that were not active before.
  private func note(inForce versions: [DocumentVersion]) {
    let news = self.state.withLock { state in
      defer { state.inForce = Set(versions) }
      return Set(versions).subtracting(state.inForce)
    }
    self.metrics.countInForce(news.count)
  }

  private func logEngines(_ state: FleetState) async {
    let records = state.engines.mapValues(\.record)
    let isNews = self.state.withLock { known in
      guard known.isSynchronized, known.engines != records else { return false }
      known.engines = records
      return true
    }
    guard isNews else { return }
    let engines = records.keys.sorted()
    self.logger.info(
      "fleet members changed", metadata: ["engines": "\(engines.joined(separator: ", "))"])
    await self.member.updateMembers(engines)
  }

  private func logUnreadable(_ state: FleetState) {
    let names = Set(state.unreadable.keys)
    let isNews = self.state.withLock { known in
      defer { known.unreadable = names }
      return !names.isSubset(of: known.unreadable)
    }
    guard isNews else { return }
    let texts = names.sorted().map { "\($0)" }.joined(separator: ", ")
    self.logger.error(
      "record of a version in force is unreadable in the fleet store; the last known version stays",
      metadata: ["documents": "\(texts)"])
  }

  private func standing(after steps: [Rollout.Step], in state: FleetState) -> FleetStatus {
    for case .leaveFleet(let reasons) in steps { return .excluded(reasons) }
    if self.isListed(in: state) { return .joined }
    // While the store answers, an engine that has not joined yet waits for that.
    return self.state.withLock { known in
      known.isStoreLost || known.standing != .waiting ? .detached : .waiting
    }
  }

  private func isListed(in state: FleetState) -> Bool {
    guard let present = state.engines[self.configuration.engine] else { return false }
    return self.state.withLock { known in
      known.lease.id != nil && known.rollout.isRun(present.record)
    }
  }

  private func setStatus(_ standing: FleetStatus) async {
    let old = self.state.withLock { state in
      defer { state.standing = standing }
      return state.standing
    }
    guard old != standing else { return }
    self.metrics.show(standing)
    switch standing {
    case .excluded(let reasons):
      self.logger.error(
        "engine cannot join the fleet",
        metadata: ["problems": "\(reasons.prefix(5).joined(separator: "; "))"])
    case .waiting, .detached, .joined:
      self.logger.notice("fleet status changed", metadata: ["status": "\(standing.label)"])
    }
    await self.beginOnce(standing)
  }

  private func beginOnce(_ standing: FleetStatus) async {
    guard standing == .joined || standing == .detached else { return }
    let isFirst = self.state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { await self.member.acceptSessions() }
  }

  /// Schedules another attempt after 0.5 s to 1.5 s.
  private func scheduleRetry() {
    Task {
      try? await Task.sleep(for: .milliseconds(Int64.random(in: 500 ... 1_500)))
      self.wakeUp.yield()
    }
  }

  /// Saves the documents on an executor of its own, so that a slow disk does not block.
  private func save() {
    guard let cache else { return }
    let starts = self.state.withLock { state in
      let documents = state.mirror.documentEntries
      guard documents != state.saved else { return false }
      state.saved = documents
      defer { state.isSaving = true }
      return !state.isSaving
    }
    guard starts else { return }
    Task(executorPreference: self.disk) {
      var written: [String: StoreCache.Entry]?
      while let mirror = self.state.withLock({ $0.unsaved(since: written) }) {
        written = mirror.documentEntries
        do {
          try cache.save(mirror)
        } catch {
          self.logger.warning(
            "cannot write the fleet cache",
            metadata: ["problem": "\(error.localizedDescription)"])
        }
      }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension FleetNode {
  /// Waits until the documents are saved, for at most 1 s, since a disk may hang.
  func finishSaving() async {
    // Detached, since the node's task is cancelled by now and would not wait.
    await Task.detached {
      let deadline = ContinuousClock.now + .seconds(1)
      while self.state.withLock({ $0.isSaving }), .now < deadline {
        try? await Task.sleep(for: .milliseconds(5))
      }
    }.value
  }
}

@available(InteractionEngine 1.0, *)
extension FleetNode.State {
  /// Returns the cache if its documents differ from `written`. Otherwise ends saving and returns
  /// nil.
  fileprivate mutating func unsaved(since written: [String: StoreCache.Entry]?) -> StoreCache? {
    if let written, written == self.mirror.documentEntries {
      self.isSaving = false
      return nil
    }
    return self.mirror
  }
}
