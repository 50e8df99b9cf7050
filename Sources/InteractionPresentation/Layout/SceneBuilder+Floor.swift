import InteractionCore

/// The second floor, and lists outside the tabs' pages.
extension SceneBuilder {
  /// Adds the floor behind the list.
  mutating func addFloor() {
    guard let floor = self.state.floor, let layout = self.state.floorLayout else { return }
    // During a peek the floor is visible although its state says otherwise (rule F9).
    let isShown = floor.isBehindList || self.staging.contains { $0.target == .floor }
    self.add(
      PresentedScene.Element(
        .floor, frame: self.screen, content: .color(layout.backgroundColor), isHidden: !isShown))
    self.add(
      PresentedScene.Element(
        .floorImage, in: .floor, frame: layout.image,
        content: .picture(
          ElementContent.ImageContent(
            layout.assetURL, isPlaying: floor.isPlaying,
            fade: layout.maskStart <= layout.maskEnd ? layout.maskStart ... layout.maskEnd : nil)),
        isHidden: !layout.isReady))
    self.add(
      PresentedScene.Element(
        .floorTip, in: .floor, frame: layout.tip,
        content: .text(
          ElementContent.TextContent(
            layout.tipText, color: layout.tipColor, font: TextFont(size: layout.tipFontSize))),
        isHidden: !floor.showsTip))
  }

  /// Adds the lists that are on no tab's page.
  mutating func addOtherLists() {
    let tabs = self.state.layout?.items.flatMap(\.lists) ?? []
    self.addLists(self.sources.filter { !tabs.contains($0) }, in: nil)
  }

  /// Adds the lists among `lists` that the client has reported or a link moves.
  mutating func addLists(_ lists: [SourceID], in page: ViewPath?) {
    let sources = self.sources
    for list in lists where sources.contains(list) {
      self.add(
        PresentedScene.Element(
          .list(list), in: page, frame: self.screen,
          isHidden: self.state.floor?.hidesViews == true))
    }
  }

  private var sources: [SourceID] {
    var sources = self.fingers.offsets.map(\.source)
    for link in self.state.links {
      if case .offset(let source) = link.driver, !sources.contains(source) {
        sources.append(source)
      }
    }
    return sources
  }

  /// Adds the page that the floor opens, above everything else, and the snapshots of list and tab
  /// bar.
  mutating func addFloorPage() {
    for target in [ViewPath.listSnapshot, .tabBarSnapshot] {
      if let picture = self.capture(target) { self.add(picture) }
    }
    guard let floor = self.state.floor else { return }
    let isShown =
      switch floor.phase {
      case .opening, .open: true
      // Visible only during its animation.
      case .closed, .pulling, .tip, .armed, .closing: self.animates(.floorPage)
      }
    self.add(PresentedScene.Element(.floorPage, frame: self.screen, isHidden: !isShown))
  }
}
