import InteractionCore

extension SourceID {
  static let home = SourceID("home")
}

extension InteractionEvent.Kind {
  static func moved(_ y: Double) -> InteractionEvent.Kind {
    .scroll(Scroll(source: .home, drag: 1, phase: .moved, y: y))
  }

  static func began(_ y: Double) -> InteractionEvent.Kind {
    .scroll(Scroll(source: .home, drag: 1, phase: .began, y: y))
  }
}

extension Surface {
  /// A phone in landscape orientation.
  static var turned: Surface {
    var surface = Surface.phone
    let upright = surface.viewport
    surface.viewport = Size(width: upright.height, height: upright.width)
    return surface
  }
}

extension Experience {
  static let refined = Experience.home(.refined, .refined)
  static let literal = Experience.home(.literal, .literal)
  /// An experience whose pages slide.
  static var sliding: Experience {
    var experience = Experience.refined
    experience.tabBar.transition = TransitionDefinition(swipes: true)
    return experience
  }

  private static func home(
    _ rule: ToggleDefinition.Rule, _ floor: FloorDefinition.Rule
  ) -> Experience {
    Experience(
      name: "benchmark", preset: .refined,
      sources: [ScrollSource(id: .home, tab: 0), ScrollSource(id: SourceID("feed"), tab: 1)],
      tabBar: TabBarDefinition(
        items: (0 ..< 5).map { number in
          TabItem(
            title: LocalizedText(fallback: "Tab \(number)"),
            badge: number == 4 ? BadgeDefinition() : nil)
        }),
      toggles: [ToggleDefinition(id: "rocket", source: .home, rule: rule)],
      floor: FloorDefinition(source: .home, rule: floor))
  }
}
