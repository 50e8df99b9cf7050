import InteractionCore
import InteractionExperience
import InteractionVariants
import InteractionWire

@available(InteractionEngine 1.0, *)
extension ExperienceCatalog {
  /// An experience with its definition.
  struct Entry: Sendable {
    let definition: Proto.ExperienceDefinition
    let experience: Experience
    let origin: Origin
  }

  /// The origin of an experience.
  enum Origin: Hashable, Sendable {
    /// Part of the engine.
    case builtIn
    /// The file of this name.
    case file(String)
    /// The fleet's store.
    case fleet
  }
}

/// A document, which clients open by its name.
@available(InteractionEngine 1.0, *)
enum ExperienceDocument: Sendable {
  /// An experience with one version.
  case experience(ExperienceCatalog.Entry)
  /// Several versions.
  case variants(VariantSet, ExperienceCatalog.Origin)

  var name: String {
    switch self {
    case .experience(let entry): entry.experience.name
    case .variants(let variants, _): variants.name
    }
  }

  /// The digest of the whole document.
  var digest: String {
    switch self {
    case .experience(let entry): entry.experience.digest
    case .variants(let variants, _): variants.digest
    }
  }

  /// The variants; nil if there is one version.
  var variants: VariantSet? {
    switch self {
    case .experience: nil
    case .variants(let variants, _): variants
    }
  }

  /// The first version.
  var first: ExperienceCatalog.Entry {
    switch self {
    case .experience(let entry): entry
    case .variants(let variants, let origin):
      ExperienceCatalog.Entry(variants.first, origin: origin)
    }
  }

  /// All versions.
  var entries: [ExperienceCatalog.Entry] {
    switch self {
    case .experience(let entry): [entry]
    case .variants(let variants, let origin):
      variants.variants.map { ExperienceCatalog.Entry($0, origin: origin) }
    }
  }

  /// Parses the text of a published document.
  ///
  /// - Throws: All violations.
  init(text: String, origin: ExperienceCatalog.Origin) throws(ExperienceError) {
    if ExperienceFile.hasVariants(text) {
      self = .variants(try VariantSet(Proto.VariantsDefinition(yaml: text)), origin)
    } else {
      self = .experience(
        try ExperienceCatalog.Entry(Proto.ExperienceDefinition(yaml: text), origin: origin))
    }
  }
}

@available(InteractionEngine 1.0, *)
extension ExperienceCatalog.Entry {
  init(_ definition: Proto.ExperienceDefinition, origin: ExperienceCatalog.Origin)
    throws(ExperienceError)
  {
    self.init(
      definition: definition, experience: try Experience(definition), origin: origin)
  }

  fileprivate init(_ variant: VariantSet.Variant, origin: ExperienceCatalog.Origin) {
    self.init(definition: variant.definition, experience: variant.experience, origin: origin)
  }
}
