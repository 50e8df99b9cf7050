public import InteractionCore

/// The accessibility tree of a presented state (rules U2, U3).
public struct AccessibilityTree: Hashable, Sendable {
  /// The nodes.
  public private(set) var nodes: [AccessibilityNode] = []

  /// Creates the nodes of all views that the settings describe, also of hidden ones.
  public init(_ snapshot: Snapshot) {
    let state = VisibleState(snapshot)
    self.addRoot(state)
    self.addBar(state)
    for toggle in state.toggles {
      self.nodes.append(
        AccessibilityNode(.toggle(toggle.id), .image) {
          $0.label = toggle.label
          // Decoration without a label.
          $0.isHidden = toggle.label.isEmpty
        })
    }
    self.addFloorPage(state)
    self.addPages(state)
  }

  /// Creates the nodes that can be reached, in focus order: that of the scene, without hidden views
  /// and pictures.
  public init(_ snapshot: Snapshot, in scene: PresentedScene) {
    let all = AccessibilityTree(snapshot).nodes.filter { !$0.isHidden }
    let modal = all.filter(\.isModal)
    let reached = (modal.isEmpty ? all : modal).filter { $0.target != .root || !$0.actions.isEmpty }
    let order = [.root] + scene.elements.map(\.target).filter(scene.shows)
    self.nodes = order.flatMap { target in reached.filter { $0.target == target } }
  }

  /// Returns the event of an escape gesture: it closes the open floor, or else removes the top
  /// page; nil if there is neither.
  public static func escape(from snapshot: Snapshot) -> InteractionEvent.Kind? {
    let state = VisibleState(snapshot)
    if state.floor?.phase == .open { return .floor(.close) }
    return state.navigation?.pages.last?.leaving
  }

  private mutating func addRoot(_ state: VisibleState) {
    let open = AccessibilityNode.Action(
      state.floor?.isOff == true ? nil : state.floorLayout?.openLabel, .floor(.open))
    let source = state.floorSource
    self.nodes.append(
      AccessibilityNode(.root, .group) {
        $0.isHidden = state.floor?.phase == .open
        if let open, source == nil { $0.actions = [open] }
      })
    if let open, let source {
      self.nodes.append(AccessibilityNode(.list(source), .list) { $0.actions = [open] })
    }
  }

  private mutating func addBar(_ state: VisibleState) {
    guard let items = state.layout?.items else { return }
    // A tab list has only tabs: in a bar with other items tabs are buttons.
    let isTabList = items.allSatisfy { $0.role == .tab }
    self.nodes.append(AccessibilityNode(.tabBar, isTabList ? .tabList : .toolbar))
    for (index, item) in items.enumerated() {
      let role: AccessibilityNode.Role =
        isTabList ? .tab : item.role == .link ? .link : .button
      self.nodes.append(
        AccessibilityNode(.tab(index), role) {
          $0.label = item.label
          $0.value = state.badges.first { $0.tab == index }?.label ?? ""
          $0.isSelected = index == state.selection?.selected ?? 0 && item.role == .tab
          $0.isDisabled = item.isDisabled
          $0.hasLongPress = item.hasLongPress
        })
      self.nodes.append(AccessibilityNode(.page(index), .tabPanel) { $0.label = item.label })
    }
  }

  private mutating func addFloorPage(_ state: VisibleState) {
    guard let phase = state.floor?.phase else { return }
    let close = AccessibilityNode.Action(state.floorLayout?.closeLabel, .floor(.close))
    self.nodes.append(
      AccessibilityNode(.floorPage, .dialog) {
        $0.label = state.floorLayout?.label ?? ""
        $0.isModal = phase == .open
        // While it opens or closes, it is visible and takes touches.
        $0.isHidden = phase != .open && !phase.isAnimating
        $0.actions = close.map { [$0] } ?? []
      })
  }

  private mutating func addPages(_ state: VisibleState) {
    guard let navigation = state.navigation else { return }
    for (index, page) in navigation.pages.enumerated() {
      let back = AccessibilityNode.Action(navigation.backLabel, page.leaving)
      self.nodes.append(
        AccessibilityNode(.stacked(index), .page) {
          if let back, index == navigation.pages.count - 1 { $0.actions = [back] }
        })
    }
  }
}

extension NavigationState.Page {
  /// The event that removes the page from the top.
  fileprivate var leaving: InteractionEvent.Kind {
    .navigate(NavigationRequest(self.isPresented ? .dismiss : .pop))
  }
}

extension VisibleState {
  /// The list in front of the floor: the one that moves it, or else the first tab's first.
  fileprivate var floorSource: SourceID? {
    for link in self.floorLinks {
      if case .offset(let source) = link.driver, link.target.path.hasPrefix("floor/") {
        return source
      }
    }
    return self.layout?.items.first?.lists.first
  }
}

extension PresentedScene {
  /// Returns whether neither the view nor one that contains it is hidden.
  fileprivate func shows(_ target: ViewPath) -> Bool {
    guard let element = self[target] else { return true }
    return !element.isHidden && element.parent.map(self.shows) ?? true
  }
}
