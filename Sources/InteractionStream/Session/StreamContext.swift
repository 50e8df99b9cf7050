package import InteractionCore
package import InteractionVariants
package import InteractionWire

@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// Finds an experience by its name or digest.
  package typealias ExperienceLookup = @Sendable (String) -> Experience?

  /// The dependencies of a server's streams. A reference, so that frames do not copy it.
  package final class Context: Sendable {
    /// The source of experiences.
    package struct Experiences: Sendable {
      /// Returns the version that a new session gets; nil if the experience is unknown.
      package let select: @Sendable (OpenFrame) -> SelectedExperience?
      /// Returns a current or earlier version, by its digest.
      package let version: ExperienceLookup
      /// Returns the names of the current experiences.
      package let names: @Sendable () -> [String]

      package init(
        select: @escaping @Sendable (OpenFrame) -> SelectedExperience?,
        version: @escaping ExperienceLookup, names: @escaping @Sendable () -> [String]
      ) {
        self.select = select
        self.version = version
        self.names = names
      }

      /// Creates a source of experiences with one version each.
      package init(
        named: @escaping ExperienceLookup, version: @escaping ExperienceLookup,
        names: @escaping @Sendable () -> [String] = { [] }
      ) {
        self.init(
          select: { named($0.experience).map { SelectedExperience(experience: $0) } },
          version: version, names: names)
      }
    }

    /// The version of an experience for a session.
    package struct SelectedExperience: Sendable {
      package var experience: Experience
      /// The selection of the variant; nil if the experience has one version.
      package var selection: VariantSelection?

      package init(experience: Experience, selection: VariantSelection? = nil) {
        self.experience = experience
        self.selection = selection
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
