import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  public import UIKit
#else
  import Foundation
  public import UIKitStandIns
#endif

/// Makes the app's views accessible, with the texts of the experience: sets labels, traits and
/// values, adds custom actions in place of drags, and posts notifications (rules U2–U4).
///
/// What the experience does not name stays the app's: a view without a label keeps its own.
@MainActor
public final class ScreenAccessibility {
  /// False if the app sets the attributes of its views and posts announcements itself; set it
  /// before the session opens.
  public var isEnabled = true
  /// The views that a screen reader finds, in focus order, for an app that sets
  /// `accessibilityElements` of the view around them.
  public private(set) var focusOrder: [UIView] = []
  /// Reports the event of an action. Returns whether it was sent.
  var report: (InteractionEvent.Kind) -> Bool = { _ in false }

  private let views: ViewRegistry
  /// The view that covers the screen.
  private weak var canvas: UIView?
  private var state: ShownState?
  /// The nodes whose attributes are set.
  private var known: [ViewPath: KnownNode] = [:]
  /// The topmost page; nil before the first scene.
  private var page: ViewPath?

  private struct ShownState {
    let snapshot: Snapshot
    let scene: PresentedScene
    let revision: Int
  }

  private struct KnownNode {
    weak var view: UIView?
    let node: AccessibilityNode
  }

  init(_ views: ViewRegistry, on canvas: UIView) {
    self.views = views
    self.canvas = canvas
  }

  /// Performs the escape gesture: closes the open floor, or else removes the top page. Returns
  /// whether there was one. Call it in the view controller's `accessibilityPerformEscape()`.
  public func performEscape() -> Bool {
    guard let state, let event = AccessibilityTree.escape(from: state.snapshot) else {
      return false
    }
    return self.report(event)
  }

  /// Lets VoiceOver speak a text.
  func announce(_ text: String, interrupts: Bool) {
    guard self.isEnabled else { return }
    let speech = NSAttributedString(
      string: text, attributes: [.accessibilitySpeechQueueAnnouncement: !interrupts])
    UIAccessibility.post(notification: .announcement, argument: speech)
  }

  /// Shows a state whose scene has been drawn.
  func show(_ snapshot: Snapshot, in scene: PresentedScene) {
    guard self.isEnabled else { return }
    let revision = self.views.revision
    if let state, state.revision == revision, state.snapshot == snapshot,
      state.scene.hasOutline(of: scene)
    {
      return
    }
    self.state = ShownState(snapshot: snapshot, scene: scene, revision: revision)
    self.setAttributes(of: AccessibilityTree(snapshot).nodes, in: scene)
    let tree = AccessibilityTree(snapshot, in: scene)
    self.focusOrder = tree.nodes.compactMap { self.view(of: $0.target, in: scene) }
    self.orderItems(of: tree, in: scene)
    self.reportPage(of: tree, in: scene)
  }

  private func setAttributes(of nodes: [AccessibilityNode], in scene: PresentedScene) {
    var removed = self.known
    for node in nodes {
      removed[node.target] = nil
      // A covered page has no element, and keeps its attributes.
      guard let view = self.view(of: node.target, in: scene) else { continue }
      let known = self.known[node.target]
      if let known, known.view === view {
        if known.node == node { continue }
      } else {
        known?.view?.setActions(of: [], report: self.perform)
      }
      self.known[node.target] = KnownNode(view: view, node: node)
      view.setAttributes(of: node, holds: self.holdsFloor(view))
      view.setActions(of: node.actions, report: self.perform)
    }
    for (target, known) in removed {
      known.view?.setActions(of: [], report: self.perform)
      self.known[target] = nil
    }
  }

  private var perform: (InteractionEvent.Kind) -> Bool {
    { [weak self] in self?.report($0) ?? false }
  }

  private func view(of target: ViewPath, in scene: PresentedScene) -> UIView? {
    if target == .root { return self.views.rootView ?? self.canvas }
    return scene[target].flatMap { self.views.registration(of: $0)?.view } ?? self.views[target]
  }

  /// Returns whether a view contains the floor's page, and must not be hidden behind it.
  private func holdsFloor(_ view: UIView) -> Bool {
    view === self.canvas || self.views[.floorPage]?.isDescendant(of: view) ?? false
  }

  /// Sets the order of the bar's items.
  private func orderItems(of tree: AccessibilityTree, in scene: PresentedScene) {
    guard let bar = self.views[.tabBar] else { return }
    let items = tree.nodes.filter(\.isItem).compactMap { self.view(of: $0.target, in: scene) }
    guard !items.isEmpty, items.allSatisfy({ $0 !== bar && $0.isDescendant(of: bar) }) else {
      return
    }
    bar.accessibilityElements = items
  }

  /// Moves VoiceOver to a page or the floor when it has come, and back when it has gone.
  private func reportPage(of tree: AccessibilityTree, in scene: PresentedScene) {
    // While a page comes or goes, there is no node.
    guard !tree.nodes.isEmpty else { return }
    let top = tree.nodes.last { $0.isModal || $0.role == .page }?.target ?? .root
    defer { self.page = top }
    guard let page = self.page, page != top else { return }
    // Without an argument, VoiceOver finds the first element itself.
    let view = top == .root ? nil : self.view(of: top, in: scene)
    UIAccessibility.post(notification: .screenChanged, argument: view)
  }
}

extension AccessibilityNode {
  /// A Boolean value that indicates whether the node is an item of the bar.
  var isItem: Bool { self.role == .tab || self.role == .button || self.role == .link }
}

extension PresentedScene {
  /// Returns whether both scenes have the same views, with the same ones hidden.
  fileprivate func hasOutline(of other: PresentedScene) -> Bool {
    self.elements.elementsEqual(other.elements) {
      $0.target == $1.target && $0.isHidden == $1.isHidden && $0.parent == $1.parent
        && $0.content == $1.content
    }
  }
}
