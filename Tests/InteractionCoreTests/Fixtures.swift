import InteractionCore

/// The bundled home screens, constructed in code so that core tests need no parser.
extension Experience {
  /// The home screen of the preset `refined`: five tabs, a rocket above 456 pt and a second floor.
  static var refinedHome: Experience {
    Experience(
      name: "home-refined",
      preset: .refined,
      sources: homeSources,
      tabBar: TabBarDefinition(items: homeItems),
      toggles: [rocket(.refined)],
      floor: FloorDefinition(source: .home, rule: .refined, appearance: floorAppearance)
    )
  }

  /// The same screen with the behaviour of the original code, the preset `literal` (§12).
  static var literalHome: Experience {
    var appearance = floorAppearance
    appearance.fadesList = false
    appearance.assetKind = .byURL
    return Experience(
      name: "home-literal",
      preset: .literal,
      sources: homeSources,
      tabBar: TabBarDefinition(items: homeItems, popsAtLaunch: true, popsWithoutTap: true),
      toggles: [rocket(.literal)],
      floor: FloorDefinition(source: .home, rule: .literal, appearance: appearance)
    )
  }

  private static let homeSources = [
    ScrollSource(id: .home, tab: 0), ScrollSource(id: .feed, tab: 1),
  ]

  private static let homeItems = [
    TabItem(
      title: LocalizedText(key: "tab.home", fallback: "首页"), image: "home",
      selectedImage: "home_selected", hasBigLogo: true, animationDuration: .milliseconds(200),
      list: .home),
    TabItem(
      title: LocalizedText(key: "tab.feed", fallback: "动态"), image: "feed",
      selectedImage: "feed_selected", reselection: [.scrollToTop], list: .feed),
    TabItem(
      title: LocalizedText(key: "tab.messages", fallback: "消息"), image: "messages",
      selectedImage: "messages_selected"),
    TabItem(
      title: LocalizedText(key: "tab.cart", fallback: "购物车"), image: "cart",
      selectedImage: "cart_selected"),
    TabItem(
      title: LocalizedText(key: "tab.me", fallback: "我的"), image: "me",
      selectedImage: "me_selected"),
  ]

  private static func rocket(_ rule: ToggleDefinition.Rule) -> ToggleDefinition {
    ToggleDefinition(
      id: "rocket", source: .home, rule: rule,
      appearance: ToggleDefinition.Appearance(
        backgroundImage: "badge", belowImage: "logo", aboveImage: "rocket"))
  }

  private static let floorAppearance = FloorDefinition.Appearance(
    tip: LocalizedText(key: "floor.tip", fallback: "欢迎进入二楼"),
    assetURL: "https://assets.example/second-floor.gif",
    links: [
      ScrollLink(
        driver: .offset(.home), target: .floorTip, property: .opacity, startOffset: -60,
        endOffset: -100,
        startValue: 0, endValue: 1)
    ])
}

extension SourceID {
  /// The list on tab 0, to which the rocket and the floor belong.
  static let home = SourceID("home")
  /// The list on tab 1, without a toggle or a floor.
  static let feed = SourceID("feed")
}

extension Instant {
  /// Returns the instant `value` ms after the zero of the client's clock.
  static func milliseconds(_ value: Int64) -> Instant {
    Instant(microseconds: value * 1_000)
  }
}

extension InteractionEvent {
  /// Returns an event at `time` ms.
  static func at(_ time: Int64, _ kind: Kind, sequence: UInt64 = 0) -> InteractionEvent {
    InteractionEvent(sequence: sequence, time: .milliseconds(time), kind: kind)
  }

  /// Returns a scroll report of the home list, unless another is named, at `time` ms.
  static func scroll(
    at time: Int64, _ phase: Scroll.Phase, y: Double, velocity: Double? = nil, drag: UInt32 = 1,
    source: SourceID = .home, sequence: UInt64 = 0
  ) -> InteractionEvent {
    .at(
      time,
      .scroll(Scroll(source: source, drag: drag, phase: phase, y: y, velocity: velocity)),
      sequence: sequence)
  }
}
