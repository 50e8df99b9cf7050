package import InteractionCore
package import InteractionWire
import SwiftProtobuf

extension DefinitionReader {
  mutating func tabBar(
    _ definition: Interaction_V1_TabBarDefinition, preset: Preset, sources: [ScrollSource]
  ) -> TabBarDefinition {
    let isLiteral = preset == .literal
    let heights = self.heights(of: definition.style)
    self.require(!definition.items.isEmpty, "tab_bar.items", "is empty; must have 1 to 16 entries")
    let items = self.list(definition.items, limit: 16, "tab_bar.items")
    return TabBarDefinition(
      height: self.number(
        definition.hasHeight ? definition.height : heights.portrait, in: 20 ... 200,
        "tab_bar.height"),
      landscapeHeight: self.number(
        definition.hasLandscapeHeight ? definition.landscapeHeight : heights.landscape,
        in: 20 ... 200, "tab_bar.landscape_height"),
      backgroundColor: self.color(
        definition.backgroundColor, "FFFFFF", "tab_bar.background_color"),
      selectedTitleColor: self.color(
        definition.selectedTitleColor, "18A2FF", "tab_bar.selected_title_color"),
      titleColor: self.color(definition.titleColor, "575D66", "tab_bar.title_color"),
      items: items.enumerated().map { index, item in
        self.item(item, at: index, sources: sources)
      },
      popsAtLaunch: definition.hasPopsAtLaunch ? definition.popsAtLaunch : isLiteral,
      popsWithoutTap: definition.hasPopsWithoutTap ? definition.popsWithoutTap : isLiteral
    )
  }

  /// The heights that a style stands for (rule T1).
  private mutating func heights(
    of style: Interaction_V1_TabBarStyle
  ) -> (portrait: Double, landscape: Double) {
    switch style {
    case .unspecified, .bigLogo:
      return (56, 56)
    case .system, .buttons:
      return (49, 80)
    case .UNRECOGNIZED(let value):
      self.add("tab_bar.style", "\(value) is not a value that this server knows")
      return (56, 56)
    }
  }

  private mutating func item(
    _ definition: Interaction_V1_TabItemDefinition, at index: Int, sources: [ScrollSource]
  ) -> TabItem {
    let field = "tab_bar.items[\(index)]"
    let animation = self.choice(
      definition.animation, TabItem.SelectionAnimation.pop, "\(field).animation")
    if animation == .frames {
      self.require(
        (2 ... 240).contains(definition.frameCount), "\(field).frame_count",
        "is \(definition.frameCount); the frames animation has 2 to 240")
    }
    let usual: TimeSpan
    switch animation {
    case .pop: usual = .milliseconds(definition.bigLogo ? 200 : 250)
    case .none: usual = .zero
    case .bounce, .rotate, .flip, .frames: usual = .milliseconds(500)
    }
    return TabItem(
      title: self.localizedText(definition.title, "\(field).title"),
      image: self.text(definition.image, "\(field).image"),
      selectedImage: self.text(
        definition.selectedImage, "\(field).selected_image", fallback: definition.image),
      isEnabled: !definition.disabled,
      hasBigLogo: definition.bigLogo,
      alignment: self.choice(
        definition.alignment, TabItem.Alignment.iconTop, "\(field).alignment"),
      hump: self.number(definition.hump, in: 0 ... 100, "\(field).hump"),
      width: definition.hasWidth
        ? self.number(definition.width, in: 1 ... 1000, "\(field).width") : nil,
      leading: self.number(definition.leading, in: -1000 ... 1000, "\(field).leading"),
      animation: animation,
      animationDuration: self.span(
        definition.hasAnimationDuration ? definition.animationDuration : nil, usual,
        "\(field).animation_duration"),
      frameCount: Int(min(definition.frameCount, 240)),
      reselection: self.choice(
        definition.reselection, TabItem.Reselection.nothing, "\(field).reselection"),
      list: definition.list.isEmpty
        ? sources.first { $0.tab == index }?.id
        : self.source(definition.list, of: sources, "\(field).list")
    )
  }
}

extension TabBarDefinition {
  /// The bar as a definition that leaves nothing to a preset.
  var definition: Interaction_V1_TabBarDefinition {
    .with {
      $0.height = self.height
      $0.landscapeHeight = self.landscapeHeight
      $0.backgroundColor = self.backgroundColor
      $0.selectedTitleColor = self.selectedTitleColor
      $0.titleColor = self.titleColor
      $0.items = self.items.map(\.definition)
      $0.popsAtLaunch = self.popsAtLaunch
      $0.popsWithoutTap = self.popsWithoutTap
    }
  }
}

extension TabItem {
  fileprivate var definition: Interaction_V1_TabItemDefinition {
    .with {
      $0.title = self.title.definition
      $0.image = self.image
      $0.selectedImage = self.selectedImage
      $0.disabled = !self.isEnabled
      $0.bigLogo = self.hasBigLogo
      $0.alignment = self.alignment.proto
      $0.hump = self.hump
      if let width = self.width { $0.width = width }
      $0.leading = self.leading
      $0.animation = self.animation.proto
      $0.animationDuration = self.animationDuration.proto
      $0.frameCount = UInt32(clamping: self.frameCount)
      $0.reselection = self.reselection.proto
      $0.list = self.list?.name ?? ""
    }
  }
}

extension LocalizedText {
  var definition: Interaction_V1_LocalizedText {
    .with {
      $0.key = self.key
      $0.text = self.fallback
      for translation in self.translations {
        $0.translations[translation.locale] = translation.text
      }
    }
  }
}

extension TabItem.Alignment: WireEnum {
  package var proto: Interaction_V1_ItemAlignment {
    switch self {
    case .iconTop: .iconTop
    case .iconBottom: .iconBottom
    case .iconLeft: .iconLeft
    case .iconRight: .iconRight
    }
  }
}

extension TabItem.SelectionAnimation: WireEnum {
  package var proto: Interaction_V1_SelectionAnimation {
    switch self {
    case .none: .none
    case .pop: .pop
    case .bounce: .bounce
    case .rotate: .rotate
    case .flip: .flip
    case .frames: .frames
    }
  }
}

extension TabItem.Reselection: WireEnum {
  package var proto: Interaction_V1_Reselection {
    switch self {
    case .nothing: .nothing
    case .scrollToTop: .scrollToTop
    case .refresh: .refresh
    }
  }
}
