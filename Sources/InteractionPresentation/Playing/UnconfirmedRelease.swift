import InteractionCore

/// Releases whose hold expired before the engine's decision arrived (rule D7). The engine reverts
/// such a decision once it learns of the expiry: until then neither the decision nor the links are
/// presented.
struct UnconfirmedRelease: Hashable, Sendable {
  /// The links of these releases.
  private(set) var links: [ScrollLink] = []
  /// The settings before the late decision.
  private(set) var settings: [Setting] = []

  /// Adds the links of a release.
  mutating func add(_ links: [ScrollLink]) {
    self.links += links.filter { !self.links.contains($0) }
  }

  /// Receives the settings that a directive changed from `known` to `new`. Returns those to
  /// present.
  mutating func receive(
    _ news: [Setting], isLate: Bool, from known: Snapshot, to new: Snapshot
  ) -> [Setting] {
    if news.contains(where: \.state.isHeld) { self.settings = [] }
    if isLate {
      // Their finger has already been released.
      self.add(VisibleState(Snapshot(settings: news)).links.filter(\.followsFinger))
      if news.contains(where: \.state.isAnimating) {
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
  /// A Boolean value that indicates whether it follows a finger, not a list.
  var followsFinger: Bool {
    if case .translation = self.driver { return true }
    return false
  }
}

extension Setting.State {
  /// A Boolean value that indicates whether a release may wait for the state.
  fileprivate var isHeld: Bool {
    switch self {
    case .floor, .transition, .navigation: true
    default: false
    }
  }
}
