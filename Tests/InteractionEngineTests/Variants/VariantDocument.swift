import InteractionExperience
import InteractionVariants
import InteractionWire
import SwiftProtobuf

/// A published document of `home` with two variants, whose rockets have other thresholds.
enum VariantDocument {
  /// - Parameter share: The share of `low`, %.
  static func yaml(share: Double, named users: [String] = []) throws -> String {
    var document = Proto.VariantsDefinition()
    document.name = "home"
    document.variants = try [("control", 456), ("low", 200)].map { name, threshold in
      var definition = try BuiltInExperiences.definitions[1]
      definition.toggles[0].threshold = threshold
      return .with {
        $0.name = name
        $0.experience = definition
      }
    }
    document.variants[1].share = share
    document.variants[1].users = users
    let plan = VariantPlan(document, replacing: nil).document
    let texts = try plan.variants.map { ($0.name, try $0.experience.jsonString()) }
    return plan.yaml(withExperiences: Dictionary(uniqueKeysWithValues: texts))
  }
}
