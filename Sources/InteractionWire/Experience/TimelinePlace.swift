import InteractionCore

/// Where an experience refers to a timeline by name.
enum TimelinePlace {
  /// A tab's selection (rule T4).
  case tabItem
  /// A toggle's switch (rule R7).
  case toggle(ToggleDefinition.Appearance.Swap)
  /// The second floor's opening (rule F6).
  case floorOpening
  /// The second floor's closing (rule F8).
  case floorClosing
  /// A page that comes or leaves above the root (rule N4).
  case page
  /// The pages of two tabs that change places (rule X1).
  case tabPages
  /// A change of a tab's badge (rule B4).
  case badge

  /// What may move there.
  var parts: [AnimatedPart] {
    switch self {
    case .tabItem: [.tabIcon, .tabTitle, .tabBadge]
    case .toggle(.page): [.toggleStrip]
    case .toggle(.push), .toggle(.fade): [.toggleIncoming, .toggleOutgoing]
    case .floorOpening: [.floorList, .floorBar, .floorPage, .floorImage]
    case .floorClosing: [.floorPage]
    case .page: [.pageIncoming, .pageOutgoing, .pageMask]
    case .tabPages: [.pageIncoming, .pageOutgoing]
    case .badge: [.tabCount]
    }
  }

  /// Most tracks that it takes: reactions at hand travel with every layout (rule T14), and what a
  /// badge plays with every count.
  var maximumTracks: Int {
    switch self {
    case .tabItem, .badge: 8
    case .toggle, .floorOpening, .floorClosing, .page, .tabPages: 32
    }
  }

  /// Whether a part stays in view, so that nothing may hold a value that is not the layout's.
  func keeps(_ part: AnimatedPart) -> Bool {
    switch self {
    case .tabItem, .toggle, .badge: true
    case .floorOpening: part == .floorPage || part == .floorImage
    case .floorClosing: false
    case .page, .tabPages: part == .pageIncoming
    }
  }

  /// Whether a part is in view beforehand, so that nothing may begin with a value that is not the
  /// layout's.
  func finds(_ part: AnimatedPart) -> Bool {
    switch self {
    case .page, .tabPages: part == .pageOutgoing
    case .tabItem, .toggle, .floorOpening, .floorClosing, .badge: false
    }
  }

  /// What holds where a track does not say.
  var fill: Track.Fill {
    switch self {
    case .tabItem, .toggle, .badge: .none
    case .floorOpening, .floorClosing, .page, .tabPages: .both
    }
  }
}
