import InteractionCore

extension VariantSet {
  /// The version that a client gets, with the steps that led to it.
  package struct Choice: Sendable {
    package var variant: Variant
    package var selection: VariantSelection
    /// The steps, in order; the last one decides.
    package var steps: [SelectionStep]
  }

  /// Selects the version for a client. The same input has the same result on every engine.
  package func select(_ applicant: VariantApplicant, killed: KillSwitch = .lifted) -> Choice {
    var steps: [SelectionStep] = []
    func choice(_ variant: Variant?, _ reason: VariantSelection.Reason, bucket: Int?) -> Choice {
      let isOff = variant.map { $0.name != self.first.name && killed.contains($0.name) } ?? false
      if isOff, let variant {
        steps.append(SelectionStep("kill switch", variant.name, "off; the first variant's version"))
      }
      let kept = isOff ? nil : variant
      return Choice(
        variant: kept ?? self.first,
        selection: VariantSelection(
          variant: kept?.name ?? "", reason: isOff ? .killed : reason, bucket: bucket,
          phase: self.phase, document: String(self.digest.prefix(12))),
        steps: steps)
    }
    if let name = applicant.requested {
      let variant = self.variant(named: name)
      steps.append(SelectionStep("tester", name, variant == nil ? "no such variant" : "granted"))
      if let variant { return choice(variant, .tester, bucket: nil) }
    }
    if let variant = self.variants.first(where: { $0.users.contains(Array(applicant.user.utf8)) }) {
      steps.append(SelectionStep("named user", applicant.user, "named by '\(variant.name)'"))
      return choice(variant, .namedUser, bucket: nil)
    }
    if let holdout {
      let bucket = Bucket.of(applicant.key, salt: holdout.salt)
      let isIn = bucket < holdout.buckets
      steps.append(
        SelectionStep(
          "holdout", "bucket \(bucket) of salt '\(holdout.salt)'; 0 to \(holdout.buckets - 1)",
          isIn ? "in the holdout" : "not in the holdout"))
      if isIn { return choice(nil, .holdout, bucket: bucket) }
    }
    for condition in self.conditions.steps(for: applicant) {
      steps.append(condition.step)
      if !condition.isMet { return choice(nil, .condition, bucket: nil) }
    }
    let bucket = Bucket.of(applicant.key, salt: self.salt)
    let owner = self.owner(of: bucket)
    steps.append(
      SelectionStep(
        "bucket",
        "\(bucket) of \(applicant.user.isEmpty ? "the session" : "the user"), salt"
          + " '\(self.salt)'", owner.map { "owned by '\($0.name)'" } ?? "no owner"))
    return choice(owner, owner == nil ? .noOwner : .bucket, bucket: bucket)
  }
}

extension VariantSet.Choice {
  /// The outcome as a sentence.
  package var summary: String {
    let version = "version \(self.variant.experience.digest.prefix(12))"
    let name = self.selection.variant
    let first = "gets \(version), as the first variant '\(self.variant.name)' does,"
    return switch self.selection.reason {
    case .bucket:
      "gets variant '\(name)', \(version): it owns bucket \(self.selection.bucket ?? 0)"
    case .namedUser: "gets variant '\(name)', \(version): it names the user; counts in no outcome"
    case .tester: "gets variant '\(name)', \(version): asked for by a tester; counts in no outcome"
    case .noOwner: "\(first) but is in no variant: the bucket has no owner"
    case .holdout: "\(first) but is in no variant: the user is in the holdout"
    case .condition: "\(first) but is in no variant: the client does not fulfil a condition"
    case .killed: "\(first) but is in no variant: its own is switched off"
    case .moved: "was moved to \(version) by an operator; counts in no outcome"
    }
  }
}
