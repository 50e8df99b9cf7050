/// One piece of visible state with the number of times it has changed (rule D1).
///
/// A client keeps the newest setting of every ``Aspect``; a setting whose generation is not newer
/// than the one it has is old news.
public struct Setting: Hashable, Sendable {
  /// Counts the changes of this aspect, from 1.
  public var generation: UInt32
  /// The state.
  public var state: State

  public init(generation: UInt32, state: State) {
    self.generation = generation
    self.state = state
  }

  /// What is set.
  public enum State: Hashable, Sendable {
    /// A toggle's look.
    case toggle(ToggleState)
    /// Which tab is selected and how each item looks.
    case selection(SelectionState)
    /// Where the bar and its items stand.
    case layout(BarLayout)
    /// What the second floor shows.
    case floor(FloorState)
    /// Where the second floor's parts stand.
    case floorLayout(FloorLayout)
    /// What follows the finger.
    case links([ScrollLink])
  }

  /// What a setting is about: the key under which a client keeps it.
  public enum Aspect: Hashable, Sendable {
    /// The look of the toggle of this name.
    case toggle(String)
    /// The selected tab.
    case selection
    /// The bar's frames.
    case layout
    /// The second floor.
    case floor
    /// The second floor's frames.
    case floorLayout
    /// Scroll-linked animations.
    case links
  }

  /// What the setting is about.
  public var aspect: Aspect {
    switch self.state {
    case .toggle(let toggle): .toggle(toggle.id)
    case .selection: .selection
    case .layout: .layout
    case .floor: .floor
    case .floorLayout: .floorLayout
    case .links: .links
    }
  }
}

/// A toggle's look.
public struct ToggleState: Hashable, Sendable {
  /// The toggle.
  public var id: String
  /// Which of its looks it shows.
  public var look: Look
  /// What that look is called, such as `rocket`.
  public var name: String
  /// The image of that look.
  public var image: String
  /// The image behind both looks.
  public var backgroundImage: String
  /// The pictures' edge, pt.
  public var edge: Double

  public init(
    id: String, look: Look, name: String, image: String, backgroundImage: String, edge: Double
  ) {
    self.id = id
    self.look = look
    self.name = name
    self.image = image
    self.backgroundImage = backgroundImage
    self.edge = edge
  }
}

/// Which tab is selected and how every item looks (rule T3).
public struct SelectionState: Hashable, Sendable {
  /// The selected tab.
  public var selected: Int
  /// The items, in order.
  public var items: [Item]

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

    public init(showsIconAndTitle: Bool, showsBadge: Bool, image: String, titleColor: String) {
      self.showsIconAndTitle = showsIconAndTitle
      self.showsBadge = showsBadge
      self.image = image
      self.titleColor = titleColor
    }
  }

  public init(selected: Int, items: [Item]) {
    self.selected = selected
    self.items = items
  }
}

/// Where the bar and its items stand (rules T1, T2).
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

    public init(
      frame: Rect, icon: Rect, iconInsets: Insets, title: Rect, badge: Rect, text: String
    ) {
      self.frame = frame
      self.icon = icon
      self.iconInsets = iconInsets
      self.title = title
      self.badge = badge
      self.text = text
    }
  }

  public init(frame: Rect, backgroundColor: String, items: [Item]) {
    self.frame = frame
    self.backgroundColor = backgroundColor
    self.items = items
  }
}

/// What the second floor shows (rules F1–F3, F7).
public struct FloorState: Hashable, Sendable {
  /// Where the floor is on its way.
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// Out of sight.
    case closed
    /// The list is pulled down and shows it.
    case pulling
    /// Far enough for the tip to show.
    case tip
    /// A release now opens it.
    case armed
    /// The opening choreography runs.
    case opening
    /// Its page fills the screen.
    case open
    /// The closing animation runs.
    case closing
  }

  /// Where the floor is on its way.
  public var phase: Phase
  /// Whether the floor replaces the list's background.
  public var isBehindList: Bool
  /// Whether the image plays.
  public var isPlaying: Bool
  /// Whether the tip shows.
  public var showsTip: Bool
  /// Whether list, bar and navigation bar are hidden behind their pictures.
  public var hidesViews: Bool

  public init(
    phase: Phase, isBehindList: Bool, isPlaying: Bool, showsTip: Bool, hidesViews: Bool
  ) {
    self.phase = phase
    self.isBehindList = isBehindList
    self.isPlaying = isPlaying
    self.showsTip = showsTip
    self.hidesViews = hidesViews
  }
}

extension FloorState.Phase {
  /// Whether the list is pulled down, by a finger or still bouncing (rule F1).
  public var isDragging: Bool {
    switch self {
    case .pulling, .tip, .armed: true
    case .closed, .opening, .open, .closing: false
    }
  }

  /// Whether a choreography runs (rule F1).
  public var isAnimating: Bool {
    switch self {
    case .opening, .closing: true
    case .closed, .pulling, .tip, .armed, .open: false
    }
  }

  /// Whether the user's touches mean anything to it (rule F1).
  public var acceptsInput: Bool { !self.isAnimating }
}

/// Where the second floor's parts stand (rule F10).
public struct FloorLayout: Hashable, Sendable {
  /// Whether the image can be drawn: it has arrived and has a positive size.
  public var isReady: Bool
  /// The image behind the list.
  public var image: Rect
  /// Where the image's mask starts to fade from white to clear, as a part of its height.
  public var maskStart: Double
  /// Where the mask is clear.
  public var maskEnd: Double
  /// The tip below the image.
  public var tip: Rect
  /// The tip's text.
  public var tipText: String
  /// The tip's colour, RRGGBB; it is centred.
  public var tipColor: String
  /// The tip's font size, pt.
  public var tipFontSize: Double
  /// The colour behind the image, RRGGBB (rule F2).
  public var backgroundColor: String

  public init(
    isReady: Bool, image: Rect, maskStart: Double, maskEnd: Double, tip: Rect, tipText: String,
    tipColor: String, tipFontSize: Double, backgroundColor: String
  ) {
    self.isReady = isReady
    self.image = image
    self.maskStart = maskStart
    self.maskEnd = maskEnd
    self.tip = tip
    self.tipText = tipText
    self.tipColor = tipColor
    self.tipFontSize = tipFontSize
    self.backgroundColor = backgroundColor
  }
}
