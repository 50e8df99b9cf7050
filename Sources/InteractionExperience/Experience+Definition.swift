package import InteractionCore
package import InteractionWire

extension Experience {
  /// Reads a definition, fills in what its preset says, and notes its digest.
  ///
  /// - Throws: ``ExperienceError`` with everything that is wrong, field by field, or if its
  ///   sessions could not be handed over.
  package init(_ definition: Proto.ExperienceDefinition) throws(ExperienceError) {
    try self.init(reading: definition)
    self.digest = definition.digest
    try self.checkStateSize()
  }
}
