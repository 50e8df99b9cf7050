package import InteractionCore
package import InteractionWire

extension Experience {
  /// Converts a definition, applies its preset, and sets the digest.
  ///
  /// - Throws: ``ExperienceError`` with the violations of all fields, or because its session state
  ///   would exceed the limit for checkpoints.
  package init(_ definition: Proto.ExperienceDefinition) throws(ExperienceError) {
    try self.init(reading: definition)
    self.digest = definition.digest
    self.maximumChangeBytes = try self.checkedChangeBytes()
  }
}
