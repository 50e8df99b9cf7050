public import InteractionCore

/// The tabs' pages, and the pages above them.
extension SceneBuilder {
  /// The selected tab's page, and those that change places with it.
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
        Scene.Element(.page(tab), frame: self.screen, isHidden: !shown.contains(tab)))
    }
  }

  /// The root, and what lies above it.
  mutating func addPages(_ root: (inout SceneBuilder) -> Void) {
    guard let roles = self.movingRoles else {
      let pages = self.pages
      let isCovered = pages.contains { !$0.leavesRootVisible }
      let first = self.elements.count
      root(&self)
      if isCovered { self.hideElements(from: first) }
      for (index, page) in pages.enumerated() {
        self.add(
          Scene.Element(
            .stacked(index), frame: self.screen, content: .page(route: page.route),
            isHidden: pages[(index + 1)...].contains { !$0.leavesRootVisible }))
      }
      return
    }
    if roles.incoming != .root && roles.outgoing != .root {
      let first = self.elements.count
      root(&self)
      self.hideElements(from: first)
    }
    for target in self.order(of: roles) {
      switch target {
      case .incomingPage: self.add(roles.incoming, as: target, root)
      case .outgoingPage: self.add(roles.outgoing, as: target, root)
      default: self.add(self.capture(target) ?? Scene.Element(target, frame: self.screen))
      }
    }
  }

  /// The pages that come and go, where anything of them moves here and not by the platform, or as a
  /// part of the window.
  var movingRoles: PageRoles? {
    guard let roles = self.roles, !self.plays(.window) else { return nil }
    let isStaged = self.performances.contains { $0.roles != nil }
    return isStaged || !self.state.pageLinks.isEmpty ? roles : nil
  }

  /// The pages above the root. A window that a finger moves shows what it will uncover.
  var pages: [NavigationState.Page] {
    let pages = self.state.navigation?.pages ?? []
    guard self.plays(.window), let roles = self.roles, roles.isBack, let top = pages.last,
      roles.outgoing == .above(pages.count - 1, top)
    else { return pages }
    return pages.dropLast()
  }

  private mutating func add(
    _ page: PageRoles.Page, as target: Target, _ root: (inout SceneBuilder) -> Void
  ) {
    let isHidden = self.isReplaced(target)
    switch page {
    case .above(_, let page):
      self.add(
        Scene.Element(
          target, frame: self.screen, content: .page(route: page.route), isHidden: isHidden))
    case .root:
      self.add(
        Scene.Element(target, frame: self.screen, content: .root, isHidden: isHidden))
      let first = self.elements.count
      root(&self)
      self.setParent(target, from: first)
    }
  }

  /// The views that take part in a change of pages, the lowest first.
  private func order(of roles: PageRoles) -> [Target] {
    let (lower, upper): (Target, Target) =
      roles.isBack ? (.incomingPage, .outgoingPage) : (.outgoingPage, .incomingPage)
    let parts = [Target.pageMask, .pageBlur].filter { self.plays($0) }
    let others = [Target.upperPart, .lowerPart, .pageFill, .keyView].filter { self.plays($0) }
    let order = [lower] + parts + [upper] + others
    func at(_ level: Staging.Level) -> [Target] {
      self.staging.filter { $0.level == level }.map(\.target).filter { order.contains($0) }
    }
    let (below, above) = (at(.below), at(.above))
    return below + order.filter { !below.contains($0) && !above.contains($0) } + above
  }
}

extension SceneBuilder {
  fileprivate mutating func hideElements(from first: Int) {
    self.change(from: first) { $0.isHidden = true }
  }

  fileprivate mutating func setParent(_ parent: Target, from first: Int) {
    self.change(from: first) { $0.parent = parent }
  }

  /// Changes the elements that stand in no other one.
  private mutating func change(from first: Int, _ change: (inout Scene.Element) -> Void) {
    for index in first ..< self.elements.count where self.elements[index].parent == nil {
      self.modify(index, change)
    }
  }
}

extension NavigationState.Page {
  /// Whether what lies under it still shows once it is there: under a sheet.
  fileprivate var leavesRootVisible: Bool { self.isPresented && self.style == .popTip }
}

extension Target {
  /// A page above the root at rest, counted from 0: `stack/0`.
  public static func stacked(_ index: Int) -> Target {
    Target("stack/\(index)")
  }
}
