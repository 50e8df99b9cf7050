import InteractionCore
import InteractionWire

/// The substitutes for features that a client does not know: keyframes for springs, and `fade` for
/// styles above its contract level.
///
/// Styles are replaced in the session's experience, before anything is decided: the client gets a
/// complete fade of that experience, with its timeline, links, durations and return, and no frame
/// names the style. Checkpoints and recordings hold the substituted experience, and continue with
/// it.
///
/// Springs are replaced in frames, wherever they have a timeline: decisions are the same for all
/// clients.
@available(InteractionEngine 1.0, *)
struct Substitutes: Hashable, Sendable {
  private let level: UInt32
  private let table: FeatureLevels
  /// A Boolean value that indicates whether springs are replaced by keyframes.
  let samplesSprings: Bool

  /// - Parameters:
  ///   - level: The contract level of the client.
  ///   - samplesSprings: True if the client requests keyframes at any level.
  ///   - table: The contract levels of features.
  init(level: UInt32, samplesSprings: Bool, by table: FeatureLevels = .contract) {
    self.level = level
    self.table = table
    self.samplesSprings = samplesSprings || level < table.springs
  }

  /// Returns the experience with the client's unknown styles replaced.
  func experience(_ experience: Experience) -> Experience {
    var experience = experience
    if let navigation = experience.navigation {
      experience.navigation?.style = self.style(navigation.style)
      experience.navigation?.presentStyle = self.style(navigation.presentStyle)
    }
    if let transition = experience.tabBar.transition,
      self.level < self.table.transitionStyles[transition.style, default: 1]
    {
      experience.tabBar.transition?.style = .fade
    }
    return experience
  }

  private func style(_ style: NavigationStyle) -> NavigationStyle {
    self.level < self.table.navigationStyles[style, default: 1] ? .fade : style
  }

  /// Returns directives with springs replaced as needed.
  func substituted(_ directives: [Directive]) -> [Directive] {
    guard self.samplesSprings else { return directives }
    return directives.map(\.withSampledSprings)
  }

  /// Returns a snapshot with springs replaced as needed.
  func substituted(_ snapshot: Snapshot) -> Snapshot {
    guard self.samplesSprings else { return snapshot }
    return snapshot.withSampledSprings
  }
}
