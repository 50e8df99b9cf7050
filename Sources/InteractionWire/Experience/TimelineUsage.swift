import InteractionCore

/// A field that refers to a timeline by name.
enum TimelineUsage {
  /// A tab item's selection (rule T4).
  case tabItem
  /// A toggle's swap (rule R7).
  case toggle(ToggleDefinition.Appearance.Swap)
  /// The second floor's opening (rule F6).
  case floorOpening
  /// The second floor's closing (rule F8).
  case floorClosing
  /// A page transition above the root (rule N4).
  case page
  /// A transition between two tabs' pages (rule X1).
  case tabPages
  /// A change of a tab's badge (rule B4).
  case badge

  /// The parts that its tracks can move.
  var parts: [AnimatedPart] {
    switch self {
    case .tabItem: [.tabIcon, .tabTitle, .tabBadge]
    case .toggle(.page): [.toggleStrip, .tabBar]
    case .toggle(.push), .toggle(.fade): [.toggleIncoming, .toggleOutgoing, .tabBar]
    case .floorOpening: [.floorList, .floorBar, .floorPage, .floorImage]
    case .floorClosing: [.floorPage]
    case .page: [.pageIncoming, .pageOutgoing, .pageMask]
    case .tabPages: [.pageIncoming, .pageOutgoing]
    case .badge: [.tabCount]
    }
  }

  /// The maximum number of tracks. It is lower where timelines are sent repeatedly: tap reactions
  /// with every layout (rule T14), and a badge's with every count.
  var maximumTracks: Int {
    switch self {
    case .tabItem, .badge: 8
    case .toggle, .floorOpening, .floorClosing, .page, .tabPages: 32
    }
  }

  /// Returns whether a part stays visible, so that it must end with the layout's value.
  func mustEndInLayout(_ part: AnimatedPart) -> Bool {
    switch self {
    case .tabItem, .toggle, .badge: true
    case .floorOpening: part == .floorPage || part == .floorImage
    case .floorClosing: false
    case .page, .tabPages: part == .pageIncoming
    }
  }

  /// Returns whether a part is visible before, so that it must begin with the layout's value.
  func mustStartInLayout(_ part: AnimatedPart) -> Bool {
    switch self {
    case .page, .tabPages: part == .pageOutgoing
    case .tabItem, .toggle, .floorOpening, .floorClosing, .badge: false
    }
  }

  /// The default fill mode of a track.
  var fill: Track.Fill {
    switch self {
    case .tabItem, .toggle, .badge: .none
    case .floorOpening, .floorClosing, .page, .tabPages: .both
    }
  }
}
