import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  import UIKit
#else
  import UIKitStandIns
#endif

/// An action in place of a drag, which VoiceOver, Switch Control and Voice Control offer.
private final class DragAlternative: UIAccessibilityCustomAction {}

extension UIView {
  /// Sets the attributes of a node.
  func setAttributes(of node: AccessibilityNode) {
    if !node.label.isEmpty { self.accessibilityLabel = node.label }
    switch node.role {
    case .tab, .button, .link:
      self.isAccessibilityElement = true
      self.accessibilityValue = node.value.isEmpty ? nil : node.value
    case .image:
      self.isAccessibilityElement = !node.isHidden
      self.accessibilityElementsHidden = node.isHidden
    case .dialog:
      self.accessibilityElementsHidden = node.isHidden
      self.accessibilityViewIsModal = node.isModal
    case .group, .list, .tabList, .toolbar, .tabPanel, .page:
      break
    }
    if node.isContainer && self.accessibilityContainerType == .none {
      self.accessibilityContainerType = .semanticGroup
    }
    self.accessibilityTraits = self.accessibilityTraits.subtracting(.ofNodes).union(node.traits)
  }

  /// Replaces the actions of a node; the app's own stay.
  func setActions(
    of actions: [AccessibilityNode.Action], report: @escaping (InteractionEvent.Kind) -> Bool
  ) {
    let others = (self.accessibilityCustomActions ?? []).filter { !($0 is DragAlternative) }
    let new = actions.map { action in
      DragAlternative(name: action.label) { _ in report(action.event) }
    }
    self.accessibilityCustomActions = others + new
  }
}

extension UIAccessibilityTraits {
  /// The traits that nodes set; the app's others stay.
  fileprivate static let ofNodes: UIAccessibilityTraits = [
    .button, .link, .image, .selected, .notEnabled, .tabBar,
  ]
}

extension AccessibilityNode {
  /// A Boolean value that indicates whether those inside share the label and the actions.
  fileprivate var isContainer: Bool {
    if self.isItem || self.role == .image { return false }
    return !self.label.isEmpty || !self.actions.isEmpty || self.role == .tabList
      || self.role == .toolbar
  }

  fileprivate var traits: UIAccessibilityTraits {
    var traits: UIAccessibilityTraits =
      switch self.role {
      case .tab, .button: .button
      case .link: .link
      case .image: self.isHidden ? [] : .image
      // "Tab, 1 of 5": the items' labels need no position.
      case .tabList: .tabBar
      default: []
      }
    if self.isSelected { traits.insert(.selected) }
    if self.isDisabled { traits.insert(.notEnabled) }
    return traits
  }
}
