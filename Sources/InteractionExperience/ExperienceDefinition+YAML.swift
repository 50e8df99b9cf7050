package import InteractionCore
package import InteractionWire

extension Interaction_V1_ExperienceDefinition {
  /// The maximum size of a text, bytes.
  package static let maximumYAMLBytes = 256 * 1024

  /// Parses YAML, of which JSON is a subset. Field names are spelled as in the proto files or in
  /// lowerCamelCase, values as in protobuf's JSON mapping or in short forms (``Schema``). The
  /// spelling does not affect the definition or its digest.
  ///
  /// - Throws: ``ExperienceError`` with all violations of the schema.
  package init(yaml: String) throws(ExperienceError) {
    self = try DocumentText.message(Self.self, of: yaml, atMost: Self.maximumYAMLBytes)
  }

  /// The SHA-256 digest of the definition in its deterministic binary form, hexadecimal.
  package var digest: String { DocumentText.digest(of: self) }
}
