import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  import UIKit
#else
  import UIKitStandIns
#endif

extension ScreenAccessibility {
  /// Sets the attributes of the nodes that have changed.
  func setAttributes(of nodes: [AccessibilityNode], in scene: PresentedScene) {
    var removed = self.known
    for node in nodes {
      removed[node.target] = nil
      // A covered page has no element, and keeps its attributes.
      guard let view = self.view(of: node.target, in: scene) else { continue }
      let known = self.known[node.target]
      if let known, known.view === view {
        if known.node == node { continue }
      } else {
        self.forget(known)
      }
      self.known[node.target] = KnownNode(view: view, node: node)
      view.setAttributes(of: node)
      view.setActions(of: node.actions, report: self.perform)
    }
    for (target, known) in removed {
      self.forget(known)
      self.known[target] = nil
    }
  }

  /// Removes the actions of a view that a node no longer describes.
  private func forget(_ known: KnownNode?) {
    known?.view?.setActions(of: [], report: self.perform)
    if known?.node.role == .page { known?.view?.accessibilityElementsHidden = false }
  }

  /// Hides what pages and the floor cover, and the pages of other tabs.
  func hideCovered(by tree: AccessibilityTree) {
    // While a page comes or goes, there is no node.
    if tree.nodes.isEmpty { return }
    let reached = Set(tree.nodes.map(\.target))
    let isRootCovered = tree.nodes.allSatisfy { $0.role == .page || $0.role == .dialog }
    let focusOrder = self.focusOrder
    let hasTabPage = tree.nodes.contains { $0.role == .tabPanel }
    for (target, known) in self.known {
      guard let view = known.view else { continue }
      let isCovered: Bool
      switch known.node.role {
      case .group: isCovered = isRootCovered
      case .page: isCovered = !reached.contains(target)
      case .tabPanel: isCovered = hasTabPage && !reached.contains(target)
      default: continue
      }
      view.accessibilityElementsHidden =
        isCovered && !focusOrder.contains { $0.isDescendant(of: view) }
    }
  }

  /// Sets the order of the bar's items.
  func orderItems(of tree: AccessibilityTree, in scene: PresentedScene) {
    guard let bar = self.views[.tabBar] else { return }
    let items = tree.nodes.filter(\.isItem).compactMap { self.view(of: $0.target, in: scene) }
    guard !items.isEmpty, items.allSatisfy({ $0 !== bar && $0.isDescendant(of: bar) }) else {
      return
    }
    bar.accessibilityElements = items
  }
}
