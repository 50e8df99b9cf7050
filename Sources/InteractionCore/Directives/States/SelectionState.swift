/// Which tab is selected and how every item looks (rules T3, T8, T12–T14).
public struct SelectionState: Hashable, Sendable {
  /// The selected tab.
  public var selected: Int
  /// The items, in order.
  public var items: [Item]
  /// The orientations that the selected tab's page allows (rule T13).
  public var orientations: Orientations

  /// How one item looks.
  public struct Item: Hashable, Sendable {
    /// Whether icon and title show.
    public var showsIconAndTitle: Bool
    /// Whether the big badge shows.
    public var showsBadge: Bool
    /// The icon's image.
    public var image: String
    /// The title's colour, RRGGBB.
    public var titleColor: String
    /// Whether a button looks pressed; in a bar of buttons only (rule T12).
    public var looksPressed: Bool
    /// Whether a tap may play the item's reaction at once, without waiting for the engine: the
    /// engine will confirm it with the selection's next generation (rule T14).
    public var reacts: Bool

    public init(
      showsIconAndTitle: Bool, showsBadge: Bool, image: String, titleColor: String,
      looksPressed: Bool = false, reacts: Bool = false
    ) {
      self.showsIconAndTitle = showsIconAndTitle
      self.showsBadge = showsBadge
      self.image = image
      self.titleColor = titleColor
      self.looksPressed = looksPressed
      self.reacts = reacts
    }
  }

  public init(selected: Int, items: [Item], orientations: Orientations = .all) {
    self.selected = selected
    self.items = items
    self.orientations = orientations
  }
}

/// Which ways a page may be held (rule T13).
public struct Orientations: Hashable, Sendable {
  /// Upright.
  public var portrait: Bool
  /// Upside down.
  public var upsideDown: Bool
  /// With the device's top to the left.
  public var landscapeLeft: Bool
  /// With the device's top to the right.
  public var landscapeRight: Bool

  public init(
    portrait: Bool = false, upsideDown: Bool = false, landscapeLeft: Bool = false,
    landscapeRight: Bool = false
  ) {
    self.portrait = portrait
    self.upsideDown = upsideDown
    self.landscapeLeft = landscapeLeft
    self.landscapeRight = landscapeRight
  }

  /// Every way.
  public static let all = Orientations(
    portrait: true, upsideDown: true, landscapeLeft: true, landscapeRight: true)
  /// Upright alone.
  public static let portrait = Orientations(portrait: true)
}
