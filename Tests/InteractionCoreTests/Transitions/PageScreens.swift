import InteractionCore

/// Screens with page transitions, for both presets.
extension Experience {
  /// Returns a screen with tabs whose pages slide and can be swiped.
  static func sliding(
    _ preset: Preset = .refined, tabs: [TabItem] = TabItem.plain(5), swipes: Bool = true,
    navigation: NavigationDefinition? = nil, carousels: [CarouselDefinition] = [],
    floor: FloorDefinition? = nil
  ) -> Experience {
    let slide =
      preset == .refined
      ? TransitionDefinition(swipes: swipes)
      : TransitionDefinition(
        animatesFirst: false, finishesRunning: false, resetsBoth: false, swipes: swipes)
    return Experience(
      name: "sliding", preset: preset,
      sources: [ScrollSource(id: .home, tab: 0), ScrollSource(id: .feed, tab: 1)],
      tabBar: TabBarDefinition(items: tabs, transition: slide),
      toggles: [], floor: floor, navigation: navigation, carousels: carousels)
  }

  /// Returns a screen with page navigation above two tabs.
  static func paging(
    _ preset: Preset = .refined, style: NavigationStyle = .window, hasFloor: Bool = false,
    change: (inout NavigationDefinition) -> Void = { _ in }
  ) -> Experience {
    var rule = NavigationDefinition(
      style: style, completesAtStart: preset == .literal, fadesEveryPush: preset == .literal)
    change(&rule)
    return .sliding(
      preset, tabs: TabItem.plain(2), navigation: rule,
      floor: hasFloor ? FloorDefinition(source: .home) : nil)
  }
}

extension TabItem {
  /// Returns plain tabs.
  static func plain(_ count: Int) -> [TabItem] {
    (0 ..< count).map { TabItem(title: LocalizedText(fallback: "tab \($0)")) }
  }
}

extension Surface {
  /// A phone with a right-to-left layout.
  static let mirroredPhone: Surface = {
    var surface = Surface.phone
    surface.direction = .rightToLeft
    return surface
  }()

  /// A phone in landscape.
  static let turnedPhone: Surface = {
    var surface = Surface.phone
    surface.viewport = Size(width: 812, height: 375)
    return surface
  }()

  /// A phone with reduced motion.
  static let calmPhone: Surface = {
    var surface = Surface.phone
    surface.reducedMotion = true
    return surface
  }()
}

extension Snapshot {
  /// The transition of the tabs' pages.
  var tabPages: TransitionState? {
    self.settings.lazy.compactMap { if case .transition(let it) = $0.state { it } else { nil } }
      .first
  }

  /// The pages above the root.
  var upperPages: NavigationState? {
    self.settings.lazy.compactMap { if case .navigation(let it) = $0.state { it } else { nil } }
      .first
  }
}

extension Timeline {
  /// Returns the values in effect at `time`, by target and property; a duplicate, which would be a
  /// contradiction, results in NaN.
  func values(at time: TimeSpan) -> [String: Double] {
    Dictionary(
      self.sample(at: time).map { ("\($0.target.path) \($0.property)", $0.value) },
      uniquingKeysWith: { _, _ in .nan })
  }

  /// Returns the value of one property of one view at `time`.
  func value(_ target: ViewPath, _ property: AnimatedProperty, at time: TimeSpan) -> Double? {
    self.values(at: time)["\(target.path) \(property)"]
  }

  /// The tracks that move whole pages of tabs.
  var pageTracks: [Track] {
    self.tracks.filter { $0.target.path.hasPrefix("page/") && $0.property == .translateX }
  }
}

/// Returns true if two numbers are equal within a tolerance.
func isNear(_ value: Double?, _ expected: Double, by tolerance: Double = 1e-6) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= tolerance
}
