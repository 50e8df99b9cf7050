import InteractionCore

/// A scene without motion, and the elements that move in it.
struct ScreenLayout: Hashable, Sendable {
  /// Every element at its place.
  private(set) var scene = Scene()
  /// The element of each link.
  private(set) var follows: [Follow] = []
  /// The element of each list.
  private(set) var lists: [ListPlace] = []
  /// The scene while nothing plays.
  var resting = Scene()
  private var places: [Target: Int] = [:]

  /// A link and the element on which it acts.
  struct Follow: Hashable, Sendable {
    let link: ScrollLink
    let place: Int
  }

  /// A list among the offsets that were reported, and its element.
  struct ListPlace: Hashable, Sendable {
    let offset: Int
    let place: Int
  }

  /// The layout of an empty screen.
  init() {}

  init(_ scene: Scene, links: [ScrollLink], lists: [Fingers.Offset]) {
    self.scene = scene
    var places: [Target: Int] = [:]
    for index in scene.elements.indices { places[scene.elements[index].target] = index }
    self.follows = links.compactMap { link in
      places[link.target].map { Follow(link: link, place: $0) }
    }
    self.lists = lists.indices.compactMap { index in
      places[.list(lists[index].source)].map { ListPlace(offset: index, place: $0) }
    }
    self.places = places
  }

  /// The index of a view's element; 0 if it has none.
  func place(of target: Target) -> Int { self.places[target] ?? 0 }
}

extension Performance {
  /// Finds the elements that it moves.
  mutating func find(in layout: ScreenLayout) {
    for motion in self.motions.indices {
      self.motions[motion].place = layout.place(of: self.motions[motion].target)
    }
  }
}
