import InteractionCore

/// The tab bar and its items.
extension SceneBuilder {
  mutating func addBar() {
    guard let layout = self.state.layout else { return }
    // During a page transition the bar is part of the page that it lies on.
    let isCovered = self.movingRoles == nil && self.pages.contains { $0.coversBar }
    // It stays visible until it has arrived below the screen.
    let isAway = layout.isAway && !self.animates(.tabBar)
    let isHidden = isCovered || isAway || self.state.floor?.hidesViews == true
    self.add(
      PresentedScene.Element(
        .tabBar, frame: layout.frame, content: .color(layout.backgroundColor), isHidden: isHidden))
    for index in layout.items.indices where self.items.indices.contains(index) {
      self.addItem(index, layout.items[index], self.items[index], at: layout.frame)
    }
    for toggle in self.state.toggles { self.add(toggle, in: layout) }
  }

  private mutating func addItem(
    _ index: Int, _ place: BarLayout.Item, _ look: SelectionState.Item, at bar: Rect
  ) {
    let item = place.frame.moved(by: bar)
    let (target, button) = (ViewPath.tab(index), place.button)
    self.add(
      PresentedScene.Element(
        target, in: .tabBar, frame: item,
        content: .item(button, isPressed: look.isPressed), isHidden: place.isHidden))
    let icon = place.icon.inset(by: place.iconInsets).moved(by: item)
    if !place.lottie.isEmpty {
      let isSelected = look.image == place.selectedLook?.image
      self.add(
        PresentedScene.Element(
          .tabLottie(index), in: target, frame: icon,
          content: .animation(name: place.lottie, isAtEnd: isSelected),
          isHidden: !look.showsIconAndTitle))
    }
    self.add(
      PresentedScene.Element(
        .tabIcon(index), in: target, frame: icon,
        content: .picture(ElementContent.ImageContent(look.image)),
        isHidden: !look.showsIconAndTitle || !place.lottie.isEmpty))
    self.add(
      PresentedScene.Element(
        .tabTitle(index), in: target, frame: place.title.moved(by: item),
        content: .text(
          ElementContent.TextContent(
            place.text, rich: place.richTitle, color: look.titleColor, font: button.titleFont)),
        isHidden: !look.showsIconAndTitle))
    if place.subtitle.height > 0 {
      let color = button.subtitleColor.isEmpty ? look.titleColor : button.subtitleColor
      self.add(
        PresentedScene.Element(
          .tabSubtitle(index), in: target, frame: place.subtitle.moved(by: item),
          content: .text(
            ElementContent.TextContent(
              place.subtitleText, rich: place.richSubtitle, color: color,
              font: button.subtitleFont)),
          isHidden: !look.showsIconAndTitle))
    }
    if place.hasBigLogo {
      self.add(
        PresentedScene.Element(
          .tabBadge(index), in: target, frame: place.badge.moved(by: item),
          content: .picture(ElementContent.ImageContent(look.image)), isHidden: !look.showsBadge))
    }
    if let badge = self.state.badges.first(where: { $0.tab == index }) {
      let corner = Rect(
        x: icon.x + icon.width - badge.height / 2 + badge.dx,
        y: icon.y - badge.height / 2 + badge.dy,
        width: badge.height, height: badge.height)
      self.add(
        PresentedScene.Element(
          .tabCount(index), in: target, frame: corner, content: .badge(badge),
          isHidden: !badge.isShown))
    }
  }

  /// Adds a toggle: centred on the item with the big logo; without one the app places it.
  private mutating func add(_ toggle: ToggleState, in layout: BarLayout) {
    let logo = layout.items.firstIndex(where: \.hasBigLogo)
    let frame = logo.map { index in
      let item = layout.items[index].frame.moved(by: layout.frame)
      let middle = layout.items[index].badge.moved(by: item).center
      return Rect(
        x: middle.x - toggle.edge / 2, y: middle.y - toggle.edge / 2, width: toggle.edge,
        height: toggle.edge)
    }
    let parent = logo.map { ViewPath.tabBadge($0) }
    let former = self.performances.last { $0.aspect == .toggle(toggle.id) }?.previousToggle
    let (strip, incoming, outgoing) = (
      ViewPath.toggle(toggle.id), ViewPath.toggleIncoming(toggle.id),
      ViewPath.toggleOutgoing(toggle.id)
    )
    let exchanges = self.animates(incoming) || self.animates(outgoing)
    self.add(
      PresentedScene.Element(
        strip, in: parent, frame: frame, content: toggle.content, isHidden: exchanges,
        values: toggle.values))
    guard exchanges else { return }
    for (target, picture) in [(outgoing, (former ?? toggle).picture), (incoming, toggle.picture)] {
      self.add(PresentedScene.Element(target, in: parent, frame: frame, content: .picture(picture)))
    }
  }
}

extension BarLayout.Item {
  /// A Boolean value that indicates whether a big logo replaces icon and title while the item is
  /// selected.
  fileprivate var hasBigLogo: Bool { self.selectedLook?.showsBadge == true }
}

extension ToggleState {
  fileprivate var picture: ElementContent.ImageContent {
    ElementContent.ImageContent(self.image, background: self.backgroundImage)
  }

  /// The content of its view.
  fileprivate var content: ElementContent {
    guard self.isStrip else { return .picture(self.picture) }
    let other = ElementContent.ImageContent(self.otherImage, background: self.backgroundImage)
    return .strip(self.look == .above ? [other, self.picture] : [self.picture, other])
  }

  fileprivate var values: ElementValues {
    var values = ElementValues()
    if self.isStrip && self.look == .above { values.contentOffset.y = self.edge }
    return values
  }
}

extension Rect {
  /// Returns the rectangle in the coordinates of the screen, given its parent's frame.
  fileprivate func moved(by parent: Rect) -> Rect {
    Rect(x: self.x + parent.x, y: self.y + parent.y, width: self.width, height: self.height)
  }

  /// Returns the rectangle with its edges moved inwards by `insets`.
  fileprivate func inset(by insets: Insets) -> Rect {
    Rect(
      x: self.x + insets.left, y: self.y + insets.top,
      width: self.width - insets.left - insets.right,
      height: self.height - insets.top - insets.bottom)
  }
}
