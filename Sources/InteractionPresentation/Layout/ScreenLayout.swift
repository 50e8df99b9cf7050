import InteractionCore

/// A laid-out scene, with the indexes of its moving elements.
struct ScreenLayout: Hashable, Sendable {
  /// The elements in their places.
  private(set) var scene = PresentedScene()
  /// The links with their elements.
  private(set) var follows: [ElementLink] = []
  /// The lists with their elements.
  private(set) var lists: [ElementList] = []
  /// The scene while no animation runs.
  var resting = PresentedScene()
  private var places: [ViewPath: Int] = [:]

  /// A link with the index of its element.
  struct ElementLink: Hashable, Sendable {
    let link: ScrollLink
    let place: Int
  }

  /// The index of a list's reported offset, and of its element.
  struct ElementList: Hashable, Sendable {
    let offset: Int
    let place: Int
  }

  /// Creates the layout of an empty screen.
  init() {}

  init(_ scene: PresentedScene, links: [ScrollLink], lists: [TrackedInput.Offset]) {
    self.scene = scene
    var places: [ViewPath: Int] = [:]
    for index in scene.elements.indices { places[scene.elements[index].target] = index }
    self.follows = links.compactMap { link in
      places[link.target].map { ElementLink(link: link, place: $0) }
    }
    self.lists = lists.indices.compactMap { index in
      places[.list(lists[index].source)].map { ElementList(offset: index, place: $0) }
    }
    self.places = places
  }

  /// Returns the index of a view's element; 0 if it has none.
  func index(of target: ViewPath) -> Int { self.places[target] ?? 0 }
}

extension PlayingAnimation {
  /// Looks up the elements of its motions.
  mutating func find(in layout: ScreenLayout) {
    for motion in self.motions.indices {
      self.motions[motion].place = layout.index(of: self.motions[motion].target)
    }
  }
}
