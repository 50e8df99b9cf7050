package import InteractionCore
package import InteractionWire

/// Several versions of one experience: a valid document, as engines use it.
package struct VariantSet: Hashable, Sendable {
  /// One version.
  package struct Variant: Hashable, Sendable {
    package let name: String
    /// The owned buckets, in the order in which they were added.
    package let buckets: [Range<Int>]
    /// The UTF-8 bytes of the named users.
    package let users: Set<[UInt8]>
    package let experience: Experience
    /// The definition of the experience, with the document's name.
    package let definition: Proto.ExperienceDefinition
  }

  /// The users who are kept out of all variants.
  package struct Holdout: Hashable, Sendable {
    package let salt: String
    /// The number of buckets, from 0.
    package let buckets: Int
  }

  package static let maximumVariants = 8

  package let name: String
  package let salt: String
  package let phase: Int
  package let holdout: Holdout?
  package let conditions: ClientConditions
  /// The variants; at least two.
  package let variants: [Variant]
  /// The SHA-256 digest of the document, hexadecimal.
  package let digest: String

  /// The variant whose version all clients get that are in none.
  package var first: Variant { self.variants[0] }

  package func variant(named name: String) -> Variant? {
    self.variants.first { $0.name == name }
  }

  /// Returns the variant that owns a bucket; nil if none does.
  package func owner(of bucket: Int) -> Variant? {
    self.variants.first { $0.buckets.contains { $0.contains(bucket) } }
  }

  /// Validates a published document: with the experiences and the buckets of all variants.
  ///
  /// - Throws: All violations.
  package init(_ document: Proto.VariantsDefinition) throws(ExperienceError) {
    var check = VariantsCheck(document)
    check.checkDocument()
    let variants = check.variants()
    if !check.violations.isEmpty { throw ExperienceError(violations: check.violations) }
    self.name = document.name
    self.salt = document.effectiveSalt
    self.phase = max(Int(document.phase), 1)
    self.holdout =
      document.hasHoldout
      ? Holdout(salt: document.holdout.salt, buckets: Share(document.holdout.share)?.buckets ?? 0)
      : nil
    self.conditions = ClientConditions(document.conditions)
    self.variants = variants
    self.digest = document.digest
  }
}

extension Proto.VariantsDefinition {
  /// The salt, which is the name by default.
  package var effectiveSalt: String { self.salt.isEmpty ? self.name : self.salt }
}
