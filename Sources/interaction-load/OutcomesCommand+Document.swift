import ArgumentParser
import InteractionCore
import InteractionExperience
import InteractionVariants
import InteractionWire

/// The versions that sessions are replayed through.
extension OutcomesCommand {
  /// Returns the versions of the document by variant; empty without one.
  func versions() throws -> [String: Experience] {
    guard let path = self.document else { return [:] }
    do {
      let document = try VariantsFile(path: path).document
      let versions = try document.variants.map { variant in
        var definition = variant.experience
        definition.name = document.name
        return (variant.name, try Experience(definition))
      }
      return Dictionary(versions, uniquingKeysWith: { first, _ in first })
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
