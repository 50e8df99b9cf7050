import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  mutating func tabBar(
    _ definition: Interaction_V1_TabBarDefinition, preset: Preset, sources: [ScrollSource],
    timelines: [TimelineDefinition]
  ) -> TabBarDefinition {
    let isLiteral = preset == .literal
    let style = self.choice(definition.style, TabBarDefinition.Style.bigLogo, "tab_bar.style")
    let (height, landscapeHeight) = style.heights
    self.require(!definition.items.isEmpty, "tab_bar.items", "is empty; must have 1 to 16 entries")
    let items = self.list(definition.items, limit: 16, "tab_bar.items")
    return TabBarDefinition(
      height: self.number(
        definition.hasHeight ? definition.height : height, in: 20 ... 200,
        "tab_bar.height"),
      landscapeHeight: self.number(
        definition.hasLandscapeHeight ? definition.landscapeHeight : landscapeHeight,
        in: 20 ... 200, "tab_bar.landscape_height"),
      backgroundColor: self.color(
        definition.backgroundColor, "FFFFFF", "tab_bar.background_color"),
      selectedTitleColor: self.color(
        definition.selectedTitleColor, "18A2FF", "tab_bar.selected_title_color"),
      titleColor: self.color(definition.titleColor, "575D66", "tab_bar.title_color"),
      items: items.enumerated().map { index, item in
        self.item(item, at: index, sources: sources, timelines: timelines)
      },
      popsAtLaunch: definition.hasPopsAtLaunch ? definition.popsAtLaunch : isLiteral,
      popsWithoutTap: definition.hasPopsWithoutTap ? definition.popsWithoutTap : isLiteral,
      style: style,
      togglesSelectedLook: definition.hasTogglesSelectedLook
        ? definition.togglesSelectedLook : isLiteral,
      gatesEveryTab: definition.hasGatesEveryTab ? definition.gatesEveryTab : isLiteral,
      gateTimeout: self.span(
        definition.hasGateTimeout ? definition.gateTimeout : nil, .seconds(60),
        "tab_bar.gate_timeout", from: .seconds(1), limit: .seconds(3600)),
      badgesAreOn: !definition.badgesOff,
      cappedTexts: self.choice(
        definition.cappedTexts,
        isLiteral ? TabBarDefinition.CappedTexts.number : .capped, "tab_bar.capped_texts"),
      longPress: self.longPress(definition, isLiteral: isLiteral),
      doubleTapTime: self.span(
        definition.hasDoubleTapTime ? definition.doubleTapTime : nil, .milliseconds(300),
        "tab_bar.double_tap_time", from: .milliseconds(50), limit: .seconds(2)),
      transition: definition.hasTransition
        ? self.transition(definition.transition, preset: preset, timelines: timelines) : nil
    )
  }

  private mutating func longPress(
    _ definition: Interaction_V1_TabBarDefinition, isLiteral: Bool
  ) -> TabBarDefinition.LongPressRule {
    TabBarDefinition.LongPressRule(
      delay: self.span(
        definition.hasLongPressDelay ? definition.longPressDelay : nil,
        .milliseconds(isLiteral ? 100 : 500),
        "tab_bar.long_press_delay", from: .milliseconds(50)),
      slop: definition.hasLongPressSlop
        ? self.number(definition.longPressSlop, in: 0 ... 100, "tab_bar.long_press_slop")
        : (isLiteral ? 1 : 10),
      haptic: self.choice(
        definition.longPressHaptic, Haptic.none, "tab_bar.long_press_haptic"))
  }
}

extension TabBarDefinition.Style {
  /// The default heights of a style, in portrait and landscape (rule T1).
  fileprivate var heights: (Double, Double) {
    switch self {
    case .bigLogo: (56, 56)
    case .system, .buttons, .taps: (49, 80)
    }
  }
}

extension TabBarDefinition {
  /// The complete definition, without reliance on a preset.
  var definition: Interaction_V1_TabBarDefinition {
    .with {
      $0.style = self.style.proto
      $0.height = self.height
      $0.landscapeHeight = self.landscapeHeight
      $0.backgroundColor = self.backgroundColor
      $0.selectedTitleColor = self.selectedTitleColor
      $0.titleColor = self.titleColor
      $0.items = self.items.map { $0.definition }
      $0.popsAtLaunch = self.popsAtLaunch
      $0.popsWithoutTap = self.popsWithoutTap
      $0.togglesSelectedLook = self.togglesSelectedLook
      $0.gatesEveryTab = self.gatesEveryTab
      $0.gateTimeout = self.gateTimeout.proto
      $0.badgesOff = !self.badgesAreOn
      $0.cappedTexts = self.cappedTexts.proto
      $0.longPressDelay = self.longPress.delay.proto
      $0.longPressSlop = self.longPress.slop
      $0.longPressHaptic = self.longPress.haptic.proto
      $0.doubleTapTime = self.doubleTapTime.proto
      if let transition = self.transition { $0.transition = transition.definition }
    }
  }
}
