import InteractionCore
import InteractionExperience
package import InteractionWire
import SwiftProtobuf

/// The document to publish, computed from an authored one and the version in force.
package struct VariantPlan: Sendable {
  /// The document with the buckets, the salt and the phase.
  package let document: Proto.VariantsDefinition
  /// The consequences for users, as sentences.
  package let notes: [String]

  /// - Parameters:
  ///   - authored: A valid document with the experiences of all variants.
  ///   - former: The version in force; nil if it has no variants.
  ///   - earlier: The documents of variants that were in force before.
  package init(
    _ authored: Proto.VariantsDefinition, replacing former: VariantSet?,
    after earlier: [VariantSet] = []
  ) {
    var document = authored
    let lastPhase = earlier.map(\.phase).max() ?? 0
    if document.salt.isEmpty {
      // An earlier experiment's users must not be dealt alike.
      document.salt =
        former?.salt ?? (lastPhase == 0 ? document.name : "\(document.name)-\(lastPhase + 1)")
    }
    let isDealtAnew = former.map { $0.salt != document.salt } ?? false
    var old: [String: [Range<Int>]] = [:]
    for variant in former?.variants ?? [] where !isDealtAnew { old[variant.name] = variant.buckets }
    // A published document keeps its buckets, such as after the loss of a store.
    if former == nil { old = authored.statedBuckets }
    var allocation = BucketAllocation(old)
    allocation.fit(document.demands)
    for index in document.variants.indices {
      let ranges = allocation.ranges[document.variants[index].name] ?? []
      document.variants[index].buckets = ranges.map { range in
        .with {
          $0.first = UInt32(clamping: range.lowerBound)
          $0.end = UInt32(clamping: range.upperBound)
        }
      }
    }
    let reasons = former.map { document.reasonsForPhase(since: $0) } ?? []
    let phase = max(former?.phase ?? lastPhase + 1, Int(authored.phase))
    document.phase = UInt32(
      clamping: former.map { reasons.isEmpty ? phase : max($0.phase + 1, phase) } ?? phase)
    self.document = document
    self.notes = document.notes(since: former, anew: isDealtAnew, reasons: reasons)
  }
}

extension Proto.VariantsDefinition {
  /// The buckets that the document states, by variant.
  fileprivate var statedBuckets: [String: [Range<Int>]] {
    var buckets: [String: [Range<Int>]] = [:]
    for variant in self.variants where !variant.buckets.isEmpty {
      buckets[variant.name] = variant.buckets.filter { $0.first < $0.end && $0.end <= 10_000 }
        .map { Int($0.first) ..< Int($0.end) }
    }
    return buckets
  }

  /// The wanted sizes; the first variant without a share has the rest.
  fileprivate var demands: [BucketAllocation.Demand] {
    self.variants.enumerated().map { index, variant in
      BucketAllocation.Demand(
        name: variant.name,
        buckets: variant.hasShare || index > 0 ? Share(variant.share)?.buckets ?? 0 : nil)
    }
  }

  private func count(of variant: Proto.VariantDefinition) -> Int {
    variant.buckets.reduce(0) { $0 + Int($1.end) - Int($1.first) }
  }

  /// Returns the reasons for which outcomes before and after the change must not be mixed.
  fileprivate func reasonsForPhase(since former: VariantSet) -> [String] {
    var reasons: [String] = []
    if former.salt != self.salt { reasons.append("the salt is another") }
    if former.conditions != ClientConditions(self.conditions) {
      reasons.append("the conditions are others")
    }
    let holdout = self.hasHoldout ? (self.holdout.salt, Share(self.holdout.share)?.buckets) : nil
    if former.holdout?.salt != holdout?.0 || former.holdout?.buckets != holdout?.1 {
      reasons.append("the holdout is another")
    }
    if let first = self.variants.first?.name, first != former.first.name {
      reasons.append("'\(first)' is the first variant, whose version all get that are in none")
    }
    for old in former.variants {
      guard let variant = self.variants.first(where: { $0.name == old.name }) else {
        reasons.append("'\(old.name)' has been removed")
        continue
      }
      var definition = variant.experience
      definition.name = self.name
      if definition.digest != old.experience.digest {
        reasons.append("'\(old.name)' has another version")
      }
      let isRest = variant.name == self.variants[0].name && !variant.hasShare
      if !isRest, self.count(of: variant) < BucketAllocation.count(old.buckets) {
        reasons.append("'\(old.name)' has shrunk")
      }
    }
    return reasons
  }

  fileprivate func notes(
    since former: VariantSet?, anew isDealtAnew: Bool, reasons: [String]
  ) -> [String] {
    var notes = self.variants.map { variant in
      let count = self.count(of: variant)
      let old = former?.variant(named: variant.name).map { BucketAllocation.count($0.buckets) }
      let users = "\(count * 10) of 100000 users"
      guard let old, old != count, !isDealtAnew else {
        return "\(variant.name): \(Share(buckets: count)), \(users)"
      }
      let change = (count - old) * 10
      return "\(variant.name): \(Share(buckets: old)) → \(Share(buckets: count)), \(users);"
        + " \(abs(change)) \(change > 0 ? "join" : "leave")"
    }
    let owned = self.variants.reduce(0) { $0 + self.count(of: $1) }
    if owned < Bucket.count {
      notes.append(
        "in no variant: \(Share(buckets: Bucket.count - owned)), who get the version of"
          + " '\(self.variants[0].name)'")
    }
    if self.hasHoldout {
      notes.append(
        "holdout: \(Share(self.holdout.share)?.description ?? ""), who are in no variant either")
    }
    if self.hasConditions {
      notes.append("conditions: clients that do not fulfil them are in no variant")
    }
    if isDealtAnew {
      notes.append("the salt is another: all users are dealt anew")
    } else if former != nil {
      notes.append("all other users keep their variant")
    } else {
      notes.append("first publication of these variants: users are dealt by salt '\(self.salt)'")
    }
    if !reasons.isEmpty {
      notes.append("phase \(self.phase) begins: \(reasons.joined(separator: "; "))")
    }
    return notes
  }
}
