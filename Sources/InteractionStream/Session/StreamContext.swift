package import InteractionCore
package import InteractionWire

@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// Finds an experience by its name or digest.
  package typealias Lookup = @Sendable (String) -> Experience?

  /// What the streams of a server need to know of it. A reference, so that no frame copies it.
  package final class Context: Sendable {
    /// Where experiences are found.
    package struct Experiences: Sendable {
      /// The version in force of an experience, by its name.
      package let named: Lookup
      /// A version that is or was in force, by its digest.
      package let version: Lookup
      /// The names of all that are in force.
      package let names: @Sendable () -> [String]

      package init(
        named: @escaping Lookup, version: @escaping Lookup,
        names: @escaping @Sendable () -> [String] = { [] }
      ) {
        self.named = named
        self.version = version
        self.names = names
      }
    }

    package let limits: StreamLimits
    package let experiences: Experiences
    /// Seals sessions; nil if this server seals none.
    package let checkpoints: CheckpointVault?
    /// Since which level of the contract things are there that older clients get a substitute for.
    package let levels: LevelTable

    package init(
      limits: StreamLimits, experiences: Experiences, checkpoints: CheckpointVault? = nil,
      levels: LevelTable = .contract
    ) {
      self.limits = limits
      self.experiences = experiences
      self.checkpoints = checkpoints
      self.levels = levels
    }
  }
}
