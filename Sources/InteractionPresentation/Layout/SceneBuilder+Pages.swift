public import InteractionCore

/// The tabs' pages, and the pages above the root.
extension SceneBuilder {
  /// Adds the pages of the selected tab and of a running transition, with their lists.
  mutating func addTabPages() {
    guard let selection = self.state.selection else { return }
    var shown = [selection.selected]
    let isMoving = self.performances.contains { $0.aspect == .transition }
    if let transition = self.state.transition, isMoving || !self.state.tabLinks.isEmpty {
      shown += [transition.from, transition.to]
    }
    let above = self.staging.filter { $0.level == .above }.compactMap(\.target.tabPage)
    let tabs = selection.items.indices.filter { !above.contains($0) } + above
    for tab in tabs {
      self.add(
        PresentedScene.Element(.page(tab), frame: self.screen, isHidden: !shown.contains(tab)))
      guard let layout = self.state.layout, layout.items.indices.contains(tab) else { continue }
      self.addLists(layout.items[tab].lists, in: .page(tab))
    }
  }

  /// Adds the root, the pages above it, and the bar: on the lowest of them that do not cover it
  /// (rule N6).
  mutating func addPages(
    over root: (inout SceneBuilder) -> Void, bar: (inout SceneBuilder) -> Void
  ) {
    let roles = self.movingRoles
    // Pages below the two that change stay in place.
    let still = roles.map { Array(self.pages.prefix($0.lowerIndex)) } ?? self.pages
    let moving = roles.map { $0.pages } ?? []
    let barLevel = (still + moving).prefix { !$0.coversBar && !$0.isPresented }.count
    // The bar moves with the lower page if the upper one covers it.
    let isOnLower = roles != nil && barLevel == still.count + moving.count - 1
    var covers = still.map { !$0.restingPosition.isPartial }
    if case .above(_, let page) = roles?.lower { covers.append(!page.restingPosition.isPartial) }
    if roles?.lower != .root { self.addLayer(isHidden: covers.contains(true), root) }
    for level in 0 ... still.count {
      if level == barLevel && !isOnLower {
        self.addLayer(isHidden: covers[min(level, covers.count)...].contains(true), bar)
      }
      guard level < still.count else { break }
      let (page, isHidden) = (still[level], covers[(level + 1)...].contains(true))
      self.addMask(of: page, at: level, isHidden: isHidden)
      self.add(
        PresentedScene.Element(
          .stacked(level), frame: self.screen, content: .page(route: page.route),
          isHidden: isHidden, values: page.restingPosition.values))
    }
    guard let roles else { return }
    for target in self.order(of: roles) {
      switch target {
      case .incomingPage: self.add(roles.incoming, as: target, root)
      case .outgoingPage: self.add(roles.outgoing, as: target, root)
      default: self.add(self.capture(target) ?? PresentedScene.Element(target, frame: self.screen))
      }
      if isOnLower && target == roles.target(of: roles.lower) {
        let first = self.elements.count
        bar(&self)
        self.change(from: first) { $0.parent = target }
      }
    }
    if barLevel > still.count && !isOnLower { bar(&self) }
  }

  /// Adds elements, visible or not.
  private mutating func addLayer(isHidden: Bool, _ add: (inout SceneBuilder) -> Void) {
    let first = self.elements.count
    add(&self)
    if isHidden { self.change(from: first) { $0.isHidden = true } }
  }

  /// Adds the dimming view under a sheet.
  private mutating func addMask(of page: NavigationState.Page, at index: Int, isHidden: Bool) {
    guard page.restingPosition.mask > 0 else { return }
    var values = ElementValues()
    values.opacity = page.restingPosition.mask
    self.add(
      PresentedScene.Element(
        .stackedMask(index), frame: self.screen, isHidden: isHidden, values: values))
  }

  /// The pages of a transition, if views move them here; nil if the platform or the window moves
  /// them.
  var movingRoles: PageTransitionRoles? {
    guard let roles = self.roles, !self.animates(.window) else { return nil }
    let isStaged = self.performances.contains { $0.roles != nil }
    return isStaged || !self.state.pageLinks.isEmpty ? roles : nil
  }

  /// The pages above the root, without the page that a window pop under a finger removes.
  var pages: [NavigationState.Page] {
    let pages = self.state.navigation?.pages ?? []
    guard self.animates(.window), let roles = self.roles, roles.isBack, let top = pages.last,
      roles.outgoing == .above(pages.count - 1, top)
    else { return pages }
    return pages.dropLast()
  }

  private mutating func add(
    _ page: PageTransitionRoles.Page, as target: ViewPath, _ root: (inout SceneBuilder) -> Void
  ) {
    let isHidden = self.isReplaced(target)
    switch page {
    case .above(let index, let page):
      // A mask that is being animated belongs to the upper page.
      if self.roles?.lower == .above(index, page) || !self.animates(.pageMask) {
        self.addMask(of: page, at: index, isHidden: isHidden)
      }
      self.add(
        PresentedScene.Element(
          target, frame: self.screen, content: .page(route: page.route), isHidden: isHidden,
          values: page.restingPosition.values))
    case .root:
      self.add(
        PresentedScene.Element(target, frame: self.screen, content: .root, isHidden: isHidden))
      let first = self.elements.count
      root(&self)
      self.change(from: first) { $0.parent = target }
    }
  }

  /// Returns the views of a page transition in drawing order.
  private func order(of roles: PageTransitionRoles) -> [ViewPath] {
    let (lower, upper): (ViewPath, ViewPath) =
      roles.isBack ? (.incomingPage, .outgoingPage) : (.outgoingPage, .incomingPage)
    let parts = [ViewPath.pageMask, .pageBlur].filter { self.animates($0) }
    let others = [ViewPath.upperPart, .lowerPart, .pageFill, .keyView].filter { self.animates($0) }
    let order = [lower] + parts + [upper] + others
    func at(_ level: Staging.Level) -> [ViewPath] {
      self.staging.filter { $0.level == level }.map(\.target).filter { order.contains($0) }
    }
    let (below, above) = (at(.below), at(.above))
    return below + order.filter { !below.contains($0) && !above.contains($0) } + above
  }
}

extension SceneBuilder {
  /// Changes the elements without a parent, from index `first` on.
  fileprivate mutating func change(
    from first: Int, _ change: (inout PresentedScene.Element) -> Void
  ) {
    for index in first ..< self.elements.count where self.elements[index].parent == nil {
      self.modify(index, change)
    }
  }
}

extension NavigationState.RestingPosition {
  /// The offset of a page at this place from the layout's frame.
  var values: ElementValues {
    var values = ElementValues()
    values.translation = ElementValues.Vector(x: self.dx, y: self.dy)
    return values
  }
}

extension ViewPath {
  /// The target of a page above the root at rest, counted from 0: `stack/0`.
  public static func stacked(_ index: Int) -> ViewPath {
    ViewPath("stack/\(index)")
  }

  /// The target of the dimming view under that page at rest, if it is a sheet: `stack/0/mask`.
  public static func stackedMask(_ index: Int) -> ViewPath {
    ViewPath("stack/\(index)/mask")
  }
}

extension NavigationState.Page {
  /// A Boolean value that indicates whether the page is pushed over the bar (rules N2, N6).
  var coversBar: Bool { !self.isPresented && !self.keepsBar }
}
