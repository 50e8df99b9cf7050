import InteractionCore
import InteractionExperience
import InteractionVariants
import InteractionWire

/// Documents of variants for tests.
enum Documents {
  typealias Shares = [(name: String, share: Double?)]

  /// A definition with a threshold.
  static func definition(_ threshold: Double = 456) throws -> Proto.ExperienceDefinition {
    var definition = try BuiltInExperiences.definitions[0]
    definition.toggles[0].threshold = threshold
    return definition
  }

  /// A document with the experiences of all variants, without buckets; each has another threshold.
  static func authored(
    _ shares: Shares, _ change: (inout Proto.VariantsDefinition) throws -> Void = { _ in }
  ) throws -> Proto.VariantsDefinition {
    var document = Proto.VariantsDefinition()
    document.name = "home"
    for (index, variant) in shares.enumerated() {
      var part = Proto.VariantDefinition()
      part.name = variant.name
      if let share = variant.share { part.share = share }
      part.experience = try Self.definition(456 - Double(index))
      document.variants.append(part)
    }
    try change(&document)
    return document
  }

  /// A published document.
  static func published(
    _ shares: Shares, replacing former: VariantSet? = nil,
    _ change: (inout Proto.VariantsDefinition) throws -> Void = { _ in }
  ) throws -> VariantSet {
    try VariantSet(VariantPlan(Self.authored(shares, change), replacing: former).document)
  }
}
