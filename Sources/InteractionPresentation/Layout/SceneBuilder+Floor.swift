import InteractionCore

/// The second floor, and the lists in front of it.
extension SceneBuilder {
  /// What lies behind the list.
  mutating func addFloor() {
    guard let floor = self.state.floor, let layout = self.state.floorLayout else { return }
    // A peek shows the floor without saying so in its state (rule F9).
    let isShown = floor.isBehindList || self.staging.contains { $0.target == .floor }
    self.add(
      Scene.Element(
        .floor, frame: self.screen, content: .color(layout.backgroundColor), isHidden: !isShown))
    self.add(
      Scene.Element(
        .floorImage, in: .floor, frame: layout.image,
        content: .picture(
          Content.Picture(
            layout.assetURL, isPlaying: floor.isPlaying,
            fade: layout.maskStart <= layout.maskEnd ? layout.maskStart ... layout.maskEnd : nil)),
        isHidden: !layout.isReady))
    self.add(
      Scene.Element(
        .floorTip, in: .floor, frame: layout.tip,
        content: .text(
          Content.Text(
            layout.tipText, color: layout.tipColor, font: TextFont(size: layout.tipFontSize))),
        isHidden: !floor.showsTip))
  }

  /// The lists that lie on no tab's page.
  mutating func addOtherLists() {
    let tabs = self.state.layout?.items.flatMap(\.lists) ?? []
    self.addLists(self.sources.filter { !tabs.contains($0) }, in: nil)
  }

  /// Those of the lists that the client reports or the engine moves.
  mutating func addLists(_ lists: [SourceID], in page: Target?) {
    let sources = self.sources
    for list in lists where sources.contains(list) {
      self.add(
        Scene.Element(
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

  /// What the floor opens, over everything, and the pictures that make room for it.
  mutating func addFloorPage() {
    for target in [Target.listSnapshot, .tabBarSnapshot] {
      if let picture = self.capture(target) { self.add(picture) }
    }
    guard let floor = self.state.floor else { return }
    let isShown =
      switch floor.phase {
      case .opening, .open: true
      // Without its animation it is gone.
      case .closed, .pulling, .tip, .armed, .closing: self.plays(.floorPage)
      }
    self.add(Scene.Element(.floorPage, frame: self.screen, isHidden: !isShown))
  }
}
