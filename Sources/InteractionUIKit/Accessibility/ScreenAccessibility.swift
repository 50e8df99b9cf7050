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
/// A view keeps the app's label if the experience has none for it.
@MainActor
public final class ScreenAccessibility {
  /// False if the app sets the attributes of its views and posts announcements itself; set it
  /// before the session opens.
  public var isEnabled = true
  /// The views that a screen reader finds, in focus order, for an app that sets
  /// `accessibilityElements` of the view around them.
  public var focusOrder: [UIView] {
    guard let scene = self.state?.scene else { return [] }
    return self.order.compactMap { self.view(of: $0, in: scene) }
  }
  /// Reports the event of an action. Returns whether it was sent.
  var report: (InteractionEvent.Kind) -> Bool = { _ in false }

  let views: ViewRegistry
  /// The view that covers the screen.
  private weak var canvas: UIView?
  private var state: ShownState?
  /// The nodes whose attributes are set.
  var known: [ViewPath: KnownNode] = [:]
  /// The nodes that can be reached, in focus order.
  private var order: [ViewPath] = []
  /// The topmost page; nil before the first scene.
  private var page: ViewPath?

  private struct ShownState {
    let snapshot: Snapshot
    let scene: PresentedScene
    let revision: Int
  }

  struct KnownNode {
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
    self.order = tree.nodes.map(\.target)
    self.hideCovered(by: tree)
    self.orderItems(of: tree, in: scene)
    self.reportPage(of: tree, in: scene)
  }

  /// Reports the event of an action, without retaining the screen.
  var perform: (InteractionEvent.Kind) -> Bool {
    { [weak self] in self?.report($0) ?? false }
  }

  /// Returns the view of a node.
  func view(of target: ViewPath, in scene: PresentedScene) -> UIView? {
    if target == .root { return self.views.rootView ?? self.canvas }
    return scene[target].flatMap { self.views.registration(of: $0)?.view } ?? self.views[target]
  }

  /// Moves VoiceOver to a page or the floor when it has come, and back when it has gone.
  private func reportPage(of tree: AccessibilityTree, in scene: PresentedScene) {
    if tree.nodes.isEmpty { return }
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
