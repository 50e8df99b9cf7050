package import InteractionCore
import InteractionExperience
package import InteractionWire

extension Interaction_V1_VariantsDefinition {
  /// The maximum size of a text, bytes.
  package static let maximumYAMLBytes = 1024 * 1024

  /// Parses YAML, as experiences are.
  ///
  /// - Throws: ``ExperienceError`` with all violations of the schema.
  package init(yaml: String) throws(ExperienceError) {
    self = try DocumentText.message(Self.self, of: yaml, atMost: Self.maximumYAMLBytes)
  }

  /// The SHA-256 digest of the document in its deterministic binary form, hexadecimal.
  package var digest: String { DocumentText.digest(of: self) }
}
