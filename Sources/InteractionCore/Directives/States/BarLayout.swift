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

    public init(
      frame: Rect, icon: Rect, iconInsets: Insets, title: Rect, badge: Rect, text: String,
      subtitle: Rect = .zero, subtitleText: String = "", lottie: String = "",
      reaction: Timeline? = nil
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
    }
  }

  public init(frame: Rect, backgroundColor: String, items: [Item]) {
    self.frame = frame
    self.backgroundColor = backgroundColor
    self.items = items
  }
}
