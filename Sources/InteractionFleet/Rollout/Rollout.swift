/// One engine's part in bringing documents into force: it learns what is offered, says whether it
/// can use it, and brings it into force once all engines have said that they can.
package struct Rollout: Hashable, Sendable {
  /// What an engine says of a version.
  package enum Verdict: Hashable, Sendable {
    /// It knows the version from now on: it can resume sessions with it.
    case accepted
    /// It cannot use it, for these reasons.
    case refused([String])
  }

  /// What is to be done next. After each the state may be another one.
  package enum Step: Hashable, Sendable {
    /// To have the engine look at a version, and to ``note(_:of:)`` what it says.
    case learn(DocumentVersion)
    /// To keep a version at hand no longer: its text is no longer in the store.
    case forget(DocumentVersion)
    /// To put exactly these versions in force.
    case enforce([DocumentVersion])
    /// To try a transaction.
    case commit(StoreTransaction, for: Purpose)
    /// The engine cannot be in the list, for these reasons.
    case stayAway([String])
  }

  package enum Purpose: Hashable, Sendable {
    case join
    case accept(DocumentName)
    case refuse(DocumentName)
    case activate(DocumentName)
  }

  private let engine: String
  private let record: EngineRecord
  /// Of texts as the store has them: one that was damaged may be put right.
  private var verdicts: [DocumentVersion: Verdict] = [:]
  private var enforced: [DocumentName: DocumentVersion] = [:]
  private var hasEnforced = false
  private var hasJoined = false

  package init(engine: String, record: EngineRecord) {
    self.engine = engine
    self.record = record
  }

  /// The engine has looked at a version.
  package mutating func note(_ verdict: Verdict, of version: DocumentVersion) {
    self.verdicts[version] = verdict
  }

  /// What is to be done, in this order; nothing if there is nothing to do until the state changes.
  ///
  /// - Parameter lease: The engine's lease; nil while it has none.
  package mutating func next(in state: FleetState, lease: Int64?) -> [Step] {
    var steps = self.forget(in: state).map(Step.forget)
    let unknown = state.versions.filter { self.verdicts[$0] == nil }
    if !unknown.isEmpty { return steps + unknown.map(Step.learn) }
    let present = state.engines[self.engine].flatMap { $0.revision > 0 ? $0.record : nil }
    let (versions, problems) = self.usable(in: state, isListed: present == self.record)
    if versions != self.enforced || !self.hasEnforced {
      self.enforced = versions
      self.hasEnforced = true
      steps.append(.enforce(versions.values.sorted { $0.name < $1.name }))
    }
    if !problems.isEmpty { return steps + [.stayAway(problems)] }
    guard let lease else { return steps }
    if let present {
      if present == self.record {
        self.hasJoined = true
        return steps + self.answers(in: state, lease: lease)
      }
      // An earlier run of this engine, unless it comes after this one.
      if self.hasJoined {
        return steps + [.stayAway(["another engine is called '\(self.engine)'"])]
      }
    }
    guard state.engines.count < FleetChange.maximumEngines else {
      return steps + [
        .stayAway([
          "there are \(state.engines.count) engines; at most \(FleetChange.maximumEngines) can agree"
        ])
      ]
    }
    return steps + [
      .commit(
        FleetChange.join(self.engine, as: self.record, lease: lease, in: state), for: .join)
    ]
  }

  /// Whether a record in the list is this engine's, and of this run.
  package func isRun(_ record: EngineRecord) -> Bool { record == self.record }

  /// Drops what the engine has said of texts that are no longer as they were. Returns the versions
  /// that the store does not have at all: of a damaged one the engine keeps what it has read.
  private mutating func forget(in state: FleetState) -> [DocumentVersion] {
    let old = self.verdicts.keys.filter { version in
      state.texts[version.name]?[version.digest] != version.text
    }
    for version in old { self.verdicts[version] = nil }
    return old.filter { state.version(of: $0.name, digest: $0.digest) == nil }
      .sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
  }

  /// What is in force, as far as the engine can use it; in the place of what it cannot, what it had
  /// before. And what it does not know of the rest.
  ///
  /// - Parameter isListed: Whether the engine is in the list. Then nothing comes into force that it
  ///   has not accepted: of a document that it does not have, a record that cannot be read, or that
  ///   is of no text, says nothing to it.
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
      // The engine knows it, whatever has become of its text since.
      if self.enforced[name]?.digest == digest { continue }
      if case .refused(let reasons) = verdict {
        problems += reasons.map { "\(name): \($0)" }
      } else if !isListed || versions[name] != nil {
        problems.append("\(name): the store does not have its text")
      }
    }
    for name in state.unreadable.keys.sorted() {
      versions[name] = self.enforced[name]
      if versions[name] == nil, !isListed {
        problems.append("\(name): its record cannot be read")
      }
    }
    return (versions, problems)
  }

  /// What the engine says to offers, and what has been accepted by all.
  private func answers(in state: FleetState, lease: Int64) -> [Step] {
    state.offers.sorted { $0.key < $1.key }.compactMap { name, offer in
      let version = state.version(of: name, digest: offer.record.digest)
      switch version.flatMap({ self.verdicts[$0] }) {
      case .accepted where state.acceptance(of: name, by: self.engine) == nil:
        return FleetChange.accept(name, by: self.engine, lease: lease, in: state)
          .map { .commit($0, for: .accept(name)) }
      case .accepted:
        return FleetChange.activate(name, by: self.engine, in: state)
          .map { .commit($0, for: .activate(name)) }
      case .refused(let reasons):
        return FleetChange.refuse(name, by: self.engine, because: reasons, in: state)
          .map { .commit($0, for: .refuse(name)) }
      case nil:
        // Its text is yet to come.
        return nil
      }
    }
  }
}
