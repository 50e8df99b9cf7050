import InteractionCore
import InteractionWire

/// What a client is given in the place of what it does not know: keyframes for springs, and `fade`
/// for the styles that are younger than its level of the contract.
///
/// A style is replaced in the experience that the session runs by, before anything is decided. So
/// the client gets a fade as that experience would give it, with the fade's own timeline, links,
/// times and way back, and no frame names the style. Checkpoints hold the pages as they were shown,
/// and a recording holds the experience with its substitutes: both go on as they began.
///
/// A spring is replaced in what is sent, wherever a timeline travels: the session decides the same
/// for every client.
@available(InteractionEngine 1.0, *)
struct Substitutes: Hashable, Sendable {
  private let level: UInt32
  private let table: LevelTable
  /// Whether springs are replaced.
  let samplesSprings: Bool

  /// - Parameters:
  ///   - level: The level of the contract that the client was built for.
  ///   - samplesSprings: Whether the client asks for keyframes whatever its level.
  ///   - table: Since which level of the contract things are there.
  init(level: UInt32, samplesSprings: Bool, by table: LevelTable = .contract) {
    self.level = level
    self.table = table
    self.samplesSprings = samplesSprings || level < table.springs
  }

  /// The experience without the styles that the client does not know.
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

  /// What is sent of a session's directives.
  func shown(_ directives: [Directive]) -> [Directive] {
    guard self.samplesSprings else { return directives }
    return directives.map { directive in
      var directive = directive
      directive.timeline = directive.timeline?.withSampledSprings()
      directive.settings = directive.settings.map(\.withSampledSprings)
      return directive
    }
  }

  /// What is sent of everything that is shown.
  func shown(_ snapshot: Snapshot) -> Snapshot {
    guard self.samplesSprings else { return snapshot }
    return Snapshot(settings: snapshot.settings.map(\.withSampledSprings))
  }
}

@available(InteractionEngine 1.0, *)
extension Setting {
  /// The same with keyframes in the place of springs.
  fileprivate var withSampledSprings: Setting {
    guard case .layout(var layout) = self.state else { return self }
    for item in layout.items.indices {
      layout.items[item].reaction = layout.items[item].reaction?.withSampledSprings()
    }
    return Setting(generation: self.generation, state: .layout(layout))
  }
}
