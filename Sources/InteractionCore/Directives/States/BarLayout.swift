/// Where the bar and its items stand (rules T1, T2, T12, T14).
public struct BarLayout: Hashable, Sendable {
  /// The bar in the viewport, with the safe area below it.
  public var frame: Rect
  /// Background colour, RRGGBB.
  public var backgroundColor: String
  /// The items, in order.
  public var items: [Item]

  /// Where one item stands; inner frames are relative to the item.
  public struct Item: Hashable, Sendable {
    /// The item in the bar.
    public var frame: Rect
    /// The icon in the item.
    public var icon: Rect
    /// What a hump adds to the icon's edges, pt; negative grows it.
    public var iconInsets: Insets
    /// The title in the item.
    public var title: Rect
    /// The big badge in the item.
    public var badge: Rect
    /// The title's text.
    public var text: String
    /// A button's second title below the first; no height where there is none (rule T12).
    public var subtitle: Rect
    /// The second title's text.
    public var subtitleText: String
    /// The Lottie animation that stands in for the image, empty if none: at its last frame while
    /// selected, else at its first (rule T8).
    public var lottie: String
    /// What a plain tap plays where the selection says that the item reacts (rule T14).
    public var reaction: Timeline?
    /// How the item looks while it is selected, so that a tap can show it at once (rule T14);
    /// which items react, the selection alone says.
    public var selectedLook: SelectionState.Item?
    /// How it looks while it is not.
    public var otherLook: SelectionState.Item?
    /// How a button is drawn (rule T12).
    public var button: ButtonLook
    /// What stands in for the title's text where a client shows rich texts; empty if the title is
    /// plain (rule T12).
    public var richTitle: [TextSpan]
    /// The same for the second title.
    public var richSubtitle: [TextSpan]
    /// The lists that lie on the tab's page and move with it (rules S2, X1); those of no tab are
    /// always in view.
    public var lists: [SourceID]

    public init(
      frame: Rect, icon: Rect, iconInsets: Insets, title: Rect, badge: Rect, text: String,
      subtitle: Rect = .zero, subtitleText: String = "", lottie: String = "",
      reaction: Timeline? = nil, selectedLook: SelectionState.Item? = nil,
      otherLook: SelectionState.Item? = nil, button: ButtonLook = ButtonLook(),
      richTitle: [TextSpan] = [], richSubtitle: [TextSpan] = [],
      lists: [SourceID] = []
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
    }
  }

  public init(frame: Rect, backgroundColor: String, items: [Item]) {
    self.frame = frame
    self.backgroundColor = backgroundColor
    self.items = items
  }
}
