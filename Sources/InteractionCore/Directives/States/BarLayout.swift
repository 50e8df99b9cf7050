/// The layout of the tab bar and its items (rules T1, T2, T12, T14).
public struct BarLayout: Hashable, Sendable {
  /// The bar's frame in the viewport, including the safe area below it.
  public var frame: Rect
  /// Background colour, RRGGBB.
  public var backgroundColor: String
  /// The items, in order.
  public var items: [Item]
  /// A Boolean value that indicates whether a command has hidden the bar (rule T18).
  public var isHidden: Bool
  /// A Boolean value that indicates whether the bar's frame is below the screen: a command has
  /// hidden it, or a toggle has moved it away (rule R12).
  public var isAway: Bool
  /// The layout of one item; inner frames are relative to the item.
  public struct Item: Hashable, Sendable {
    /// The item's frame in the bar.
    public var frame: Rect
    /// The icon's frame in the item.
    public var icon: Rect
    /// The insets that a hump applies to the icon, pt; negative values grow it.
    public var iconInsets: Insets
    /// The title's frame in the item.
    public var title: Rect
    /// The big badge's frame in the item.
    public var badge: Rect
    /// The title's text.
    public var text: String
    /// The frame of a button's second title below the first; its height is 0 if there is none (rule
    /// T12).
    public var subtitle: Rect
    /// The second title's text.
    public var subtitleText: String
    /// The Lottie animation in place of the image; empty for none. It shows its last frame while
    /// selected, otherwise its first (rule T8).
    public var lottie: String
    /// The animation that a client plays at once on a plain tap if the selection marks the item as
    /// reacting (rule T14).
    public var reaction: Timeline?
    /// The item's appearance while selected, so that a client can show a tap's effect at once (rule
    /// T14); only the selection tells which items react.
    public var selectedLook: SelectionState.Item?
    /// The item's appearance while not selected.
    public var otherLook: SelectionState.Item?
    /// The button's appearance (rule T12).
    public var button: ButtonLook
    /// The rich title that replaces the title's text on clients with rich text; empty if the title
    /// is plain (rule T12).
    public var richTitle: [TextSpan]
    /// The rich second title, like ``richTitle``.
    public var richSubtitle: [TextSpan]
    /// The lists that lie on the tab's page and move with it (rules S2, X1); lists without a tab
    /// are always visible.
    public var lists: [SourceID]
    /// The label and the role for screen readers (rule U2).
    public var label: String
    public var role: Role
    /// A Boolean value that indicates whether taps have no effect.
    public var isDisabled: Bool
    /// A Boolean value that indicates whether a long press has an effect (rule U3).
    public var hasLongPress: Bool
    /// A Boolean value that indicates whether the item is hidden (rule T18).
    public var isHidden: Bool
    /// The differences between the item and its definition; nil for none (rule T18).
    public var change: ItemChange?

    public init(
      frame: Rect, icon: Rect, iconInsets: Insets, title: Rect, badge: Rect, text: String,
      subtitle: Rect = .zero, subtitleText: String = "", lottie: String = "",
      reaction: Timeline? = nil, selectedLook: SelectionState.Item? = nil,
      otherLook: SelectionState.Item? = nil, button: ButtonLook = ButtonLook(),
      richTitle: [TextSpan] = [], richSubtitle: [TextSpan] = [],
      lists: [SourceID] = [], label: String = "", role: Role = .tab, isDisabled: Bool = false,
      hasLongPress: Bool = false, isHidden: Bool = false, change: ItemChange? = nil
    ) {
      self.frame = frame
      self.icon = icon
      self.iconInsets = iconInsets
      self.title = title
      self.badge = badge
      self.text = text
      self.subtitle = subtitle
      self.subtitleText = subtitleText
      self.lottie = lottie
      self.reaction = reaction
      self.selectedLook = selectedLook
      self.otherLook = otherLook
      self.button = button
      self.richTitle = richTitle
      self.richSubtitle = richSubtitle
      self.lists = lists
      self.label = label
      self.role = role
      self.isDisabled = isDisabled
      self.hasLongPress = hasLongPress
      self.isHidden = isHidden
      self.change = change
    }
  }

  public init(
    frame: Rect, backgroundColor: String, items: [Item], isHidden: Bool = false,
    isAway: Bool = false
  ) {
    self.frame = frame
    self.backgroundColor = backgroundColor
    self.items = items
    self.isHidden = isHidden
    self.isAway = isAway
  }
}
