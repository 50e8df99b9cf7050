package import InteractionCore
package import InteractionWire

@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// Finds an experience by its name or digest.
  package typealias ExperienceLookup = @Sendable (String) -> Experience?

  /// The dependencies of a server's streams. A reference, so that frames do not copy it.
  package final class Context: Sendable {
    /// The source of experiences.
    package struct Experiences: Sendable {
      /// Returns the current version of an experience, by its name.
      package let named: ExperienceLookup
      /// Returns a current or earlier version, by its digest.
      package let version: ExperienceLookup
      /// Returns the names of the current experiences.
      package let names: @Sendable () -> [String]

      package init(
        named: @escaping ExperienceLookup, version: @escaping ExperienceLookup,
        names: @escaping @Sendable () -> [String] = { [] }
      ) {
        self.named = named
        self.version = version
        self.names = names
      }
    }

    package let limits: StreamLimits
    package let experiences: Experiences
    /// Seals checkpoints; nil if this server makes none.
    package let checkpoints: CheckpointSealer?
    /// The contract levels of features that older clients get a substitute for.
    package let levels: FeatureLevels

    package init(
      limits: StreamLimits, experiences: Experiences, checkpoints: CheckpointSealer? = nil,
      levels: FeatureLevels = .contract
    ) {
      self.limits = limits
      self.experiences = experiences
      self.checkpoints = checkpoints
      self.levels = levels
    }
  }
}
