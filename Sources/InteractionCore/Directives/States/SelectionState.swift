/// Which tab is selected, how that came about, and how the items look (rules T3–T6, T8, T12–T14).
public struct SelectionState: Hashable, Sendable {
  /// The selected tab.
  public var selected: Int
  /// The items, in order.
  public var items: [Item]
  /// The orientations that the selected tab's page allows (rule T13).
  public var orientations: Orientations
  /// Whether that page turns with the device by itself (rule T13).
  public var autorotates: Bool
  /// The orientation in which that page is first presented; nil for the way the device is held
  /// (rule T13).
  public var preferredOrientation: Orientation?
  /// The tab selected before; nil until another one has been selected.
  public var previous: Int?
  /// Who asked for the newest selection; at launch, the app.
  public var origin: Origin

  /// Who asked for a selection (rule T6).
  public enum Origin: Int, Hashable, Sendable, CaseIterable {
    /// A tap.
    case user = 1
    /// The app or a backend.
    case programmatic
    /// A former session.
    case restore
  }

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
    /// engine will confirm it with the selection's next generation (rule T14). No item's may while
    /// the bar takes no taps: under the second floor (rule F1) and while pages come and go (rule
    /// N3).
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

  public init(
    selected: Int, items: [Item], orientations: Orientations = .all, autorotates: Bool = true,
    preferredOrientation: Orientation? = nil, previous: Int? = nil,
    origin: Origin = .programmatic
  ) {
    self.selected = selected
    self.items = items
    self.orientations = orientations
    self.autorotates = autorotates
    self.preferredOrientation = preferredOrientation
    self.previous = previous
    self.origin = origin
  }
}

/// One way in which a page may be held (rule T13).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  /// Upright.
  case portrait = 1
  /// Upside down.
  case upsideDown
  /// With the device's top to the left.
  case landscapeLeft
  /// With the device's top to the right.
  case landscapeRight
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

  /// Whether one of the ways is `orientation`.
  public func contains(_ orientation: Orientation) -> Bool {
    switch orientation {
    case .portrait: self.portrait
    case .upsideDown: self.upsideDown
    case .landscapeLeft: self.landscapeLeft
    case .landscapeRight: self.landscapeRight
    }
  }

  /// Every way.
  public static let all = Orientations(
    portrait: true, upsideDown: true, landscapeLeft: true, landscapeRight: true)
  /// Upright alone.
  public static let portrait = Orientations(portrait: true)
}
