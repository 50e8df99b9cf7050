import InteractionCore

extension Presenter {
  /// Works out what there is to draw, after a change of anything but values.
  mutating func layOut() {
    let state = self.state
    var builder = SceneBuilder(
      state, items: self.reactions.items ?? [], in: self.environment,
      performances: self.performances, fingers: self.fingers, roles: self.currentRoles)
    builder.build()
    self.layout = Scene(elements: builder.elements)
    var places: [Target: Int] = [:]
    for index in self.layout.elements.indices {
      places[self.layout.elements[index].target] = index
    }
    self.follows = state.links.compactMap { link in
      places[link.target].map { Follow(link: link, place: $0) }
    }
    self.lists = self.fingers.offsets.indices.compactMap { index in
      places[.list(self.fingers.offsets[index].source)].map { ListPlace(offset: index, place: $0) }
    }
    for index in self.performances.indices {
      for motion in self.performances[index].motions.indices {
        let target = self.performances[index].motions[motion].target
        self.performances[index].motions[motion].place = places[target] ?? 0
      }
    }
    self.follow()
  }

  /// Works out what there is to draw at rest, after a list or a finger has moved.
  mutating func follow() {
    // At rest nothing catches up any more.
    self.resting = self.followed(at: Instant(microseconds: .max))
  }
}
