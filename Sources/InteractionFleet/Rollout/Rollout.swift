/// One engine's part in activating documents: it checks offered versions, accepts or refuses them,
/// and activates a version that all engines have accepted.
package struct Rollout: Hashable, Sendable {
  /// An engine's answer to a version.
  package enum Verdict: Hashable, Sendable {
    /// The engine has loaded the version and can resume sessions with it.
    case accepted
    /// The engine cannot use the version, for these reasons.
    case refused([String])
  }

  /// The next action. The state may change after each.
  package enum Step: Hashable, Sendable {
    /// Have the engine check a version, and record its verdict with ``note(_:of:)``.
    case validate(DocumentVersion)
    /// Unload a version whose text is no longer stored.
    case forget(DocumentVersion)
    /// Activate exactly these versions.
    case activate([DocumentVersion])
    /// Switch off exactly these variants, by experience.
    case kill([String: KillSwitchRecord])
    /// Move the engine's open sessions to the active version.
    case move(DocumentVersion, SessionMoveRecord)
    /// Commit a transaction.
    case commit(StoreTransaction, for: Purpose)
    /// Leave the fleet or stay out of it, for these reasons.
    case leaveFleet([String])
  }

  package enum Purpose: Hashable, Sendable {
    case join
    case accept(DocumentName)
    case refuse(DocumentName)
    case activate(DocumentName)
  }

  private let engine: String
  private let record: EngineRecord
  /// The verdicts by version, including its text: a damaged text may be repaired later.
  private var verdicts: [DocumentVersion: Verdict] = [:]
  private var enforced: [DocumentName: DocumentVersion] = [:]
  private var hasEnforced = false
  /// The active records whose open sessions the engine moves.
  private var moved: [DocumentName: ActiveRecord] = [:]
  private var killed: [String: KillSwitchRecord] = [:]
  private var hasJoined = false

  package init(engine: String, record: EngineRecord) {
    self.engine = engine
    self.record = record
  }

  /// Records the engine's verdict on a version.
  package mutating func note(_ verdict: Verdict, of version: DocumentVersion) {
    self.verdicts[version] = verdict
  }

  /// Returns the actions to carry out, in order; empty until the state changes.
  ///
  /// - Parameter lease: The engine's lease ID; nil without a lease.
  package mutating func next(in state: FleetState, lease: Int64?) -> [Step] {
    var steps = self.forget(in: state).map(Step.forget)
    // Before versions are validated, which takes time.
    if state.killSwitches != self.killed {
      self.killed = state.killSwitches
      steps.insert(.kill(self.killed), at: 0)
    }
    let unknown = state.versions.filter { self.verdicts[$0] == nil }
    if !unknown.isEmpty { return steps + unknown.map(Step.validate) }
    let present = state.engines[self.engine].flatMap { $0.revision > 0 ? $0.record : nil }
    let (versions, problems) = self.usable(in: state, isListed: present == self.record)
    if versions != self.enforced || !self.hasEnforced {
      self.enforced = versions
      self.hasEnforced = true
      steps.append(.activate(versions.values.sorted { $0.name < $1.name }))
    }
    for (name, version) in versions.sorted(by: { $0.key < $1.key }) {
      guard let active = state.active[name]?.record, active.digest == version.digest,
        let move = active.move, self.moved[name] != active
      else { continue }
      self.moved[name] = active
      steps.append(.move(version, move))
    }
    if !problems.isEmpty { return steps + [.leaveFleet(problems)] }
    guard let lease else { return steps }
    if let present {
      if present == self.record {
        self.hasJoined = true
        return steps + self.answers(in: state, lease: lease)
      }
      // The record is of an earlier run, unless this run has joined before: then of a namesake.
      if self.hasJoined {
        return steps + [
          .leaveFleet(["another engine has the name '\(self.engine)'; set --fleet-engine"])
        ]
      }
    }
    guard state.engines.count < FleetTransactions.maximumEngines else {
      return steps + [
        .leaveFleet([
          "the fleet has \(state.engines.count) engines; at most \(FleetTransactions.maximumEngines)"
            + " are supported"
        ])
      ]
    }
    return steps + [
      .commit(
        FleetTransactions.join(self.engine, as: self.record, lease: lease, in: state), for: .join)
    ]
  }

  /// Returns a Boolean value that indicates whether a membership record belongs to this run.
  package func isRun(_ record: EngineRecord) -> Bool { record == self.record }

  /// Drops the verdicts on texts that have changed. Returns the versions that are no longer stored;
  /// those with a damaged text stay loaded.
  private mutating func forget(in state: FleetState) -> [DocumentVersion] {
    let old = self.verdicts.keys.filter { version in
      state.texts[version.name]?[version.digest] != version.text
    }
    for version in old { self.verdicts[version] = nil }
    return old.filter { state.version(of: $0.name, digest: $0.digest) == nil }
      .sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
  }

  /// Returns the versions to activate, and the problems with the others. A document whose active
  /// version is unusable keeps its previous version.
  ///
  /// - Parameter isListed: True if the engine is a member. A member activates only versions that it
  ///   has accepted, so an unreadable record, or one without a text, of a document that it does not
  ///   have is no problem.
  private func usable(
    in state: FleetState, isListed: Bool
  ) -> (versions: [DocumentName: DocumentVersion], problems: [String]) {
    var versions: [DocumentName: DocumentVersion] = [:]
    var problems: [String] = []
    for (name, active) in state.active.sorted(by: { $0.key < $1.key }) {
      let digest = active.record.digest
      let version = state.version(of: name, digest: digest)
      let verdict = version.flatMap { self.verdicts[$0] }
      if verdict == .accepted {
        versions[name] = version
        continue
      }
      versions[name] = self.enforced[name]
      // The version is already active here, even if its text has been damaged or deleted since.
      if self.enforced[name]?.digest == digest { continue }
      if case .refused(let reasons) = verdict {
        problems += reasons.map { "\(name): \($0)" }
      } else if !isListed || versions[name] != nil {
        problems.append("\(name): its text is missing in the store")
      }
    }
    for name in state.unreadable.keys.sorted() {
      versions[name] = self.enforced[name]
      if versions[name] == nil, !isListed {
        problems.append("\(name): its record is unreadable")
      }
    }
    return (versions, problems)
  }

  /// Returns the answers to the offers, and the activations of accepted offers.
  private func answers(in state: FleetState, lease: Int64) -> [Step] {
    state.offers.sorted { $0.key < $1.key }.compactMap { name, offer in
      let version = state.version(of: name, digest: offer.record.digest)
      switch version.flatMap({ self.verdicts[$0] }) {
      case .accepted where state.acceptance(of: name, by: self.engine) == nil:
        return FleetTransactions.accept(name, by: self.engine, lease: lease, in: state)
          .map { .commit($0, for: .accept(name)) }
      case .accepted:
        return FleetTransactions.activate(name, by: self.engine, in: state)
          .map { .commit($0, for: .activate(name)) }
      case .refused(let reasons):
        return FleetTransactions.refuse(name, by: self.engine, because: reasons, in: state)
          .map { .commit($0, for: .refuse(name)) }
      case nil:
        // The text has not arrived yet.
        return nil
      }
    }
  }
}
