public import InteractionCore

/// A view that a screen reader finds (rule U2).
public struct AccessibilityNode: Hashable, Sendable {
  /// The role of a node.
  public enum Role: String, Hashable, Sendable {
    /// The container of everything below the pages.
    case group
    /// A list in front of the floor.
    case list
    /// A bar whose items are tabs.
    case tabList = "tablist"
    /// A bar with other items, in which tabs are buttons.
    case toolbar
    case tab
    case button
    case link
    /// A tab's page.
    case tabPanel = "tabpanel"
    case image
    case dialog
    /// A page above the root.
    case page
  }

  /// An action in place of a gesture (rule U3).
  public struct Action: Hashable, Sendable {
    /// The spoken name.
    public var label: String
    /// The event to report.
    public var event: InteractionEvent.Kind

    /// Creates the action; nil without a label or an event.
    init?(_ label: String?, _ event: InteractionEvent.Kind?) {
      guard let label, !label.isEmpty, let event else { return nil }
      self.label = label
      self.event = event
    }
  }

  /// The view.
  public var target: ViewPath
  public var role: Role
  /// The name; empty if the app names the view.
  public var label = ""
  /// The text spoken after the name, of a tab's badge; empty for none.
  public var value = ""
  public var isSelected = false
  public var isDisabled = false
  /// A Boolean value that indicates whether a long press has an effect.
  public var hasLongPress = false
  /// A Boolean value that indicates whether the other nodes cannot be reached.
  public var isModal = false
  /// A Boolean value that indicates whether the node and those inside cannot be reached.
  public var isHidden = false
  /// The actions in place of gestures.
  public var actions: [Action] = []

  init(_ target: ViewPath, _ role: Role, _ change: (inout Self) -> Void = { _ in }) {
    self.target = target
    self.role = role
    change(&self)
  }
}

extension ViewPath {
  /// The container of everything below the pages, which no directive moves.
  public static let root = ViewPath("root")
}
