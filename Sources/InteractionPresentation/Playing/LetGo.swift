import InteractionCore

/// What the client has let go of before the verdict reached it (rule D7). The engine takes such a
/// verdict back once it hears of that: until then neither the verdict nor the links show.
struct LetGo: Hashable, Sendable {
  /// What has followed a finger.
  private(set) var links: [ScrollLink] = []
  /// The settings from before the verdict.
  private(set) var settings: [Setting] = []

  /// Takes in what a finger has moved until now.
  mutating func add(_ links: [ScrollLink]) {
    self.links += links.filter { !self.links.contains($0) }
  }

  /// Takes in what a directive has changed from `known` to `new`. Returns what shows of it.
  mutating func receive(
    _ news: [Setting], isLate: Bool, from known: Snapshot, to new: Snapshot
  ) -> [Setting] {
    if news.contains(where: \.state.isHeld) { self.settings = [] }
    if isLate {
      // The finger that they are for has let go by now.
      self.add(VisibleState(Snapshot(settings: news)).links.filter(\.followsFinger))
      if news.contains(where: \.state.isUnderWay) {
        let late = news.filter { $0.state.isHeld || $0.aspect == .selection }.map(\.aspect)
        self.settings = known.settings.filter { late.contains($0.aspect) }
      }
    }
    let current = VisibleState(Snapshot(settings: new.settings + self.settings)).links
    self.links.removeAll { !current.contains($0) }
    return news.filter { setting in !self.settings.contains { $0.aspect == setting.aspect } }
  }
}

extension ScrollLink {
  /// Whether it follows a finger, not a list.
  var followsFinger: Bool {
    if case .translation = self.driver { return true }
    return false
  }
}

extension Setting.State {
  /// Whether a release may wait for it.
  fileprivate var isHeld: Bool {
    switch self {
    case .floor, .transition, .navigation: true
    default: false
    }
  }
}
