import InteractionCore

extension Directive {
  /// What a directive of the tab bar does, in a few words; nil for one that only sets state, which
  /// is looked up in the snapshot instead. Badges are an exception: they count as something done.
  var inWords: String? {
    switch self.action {
    case .animate(let setting, let timeline):
      setting.flatMap(Self.badgeInWords) ?? "animate \(timeline.tracks.first?.target.path ?? "")"
    case .set(let setting): Self.badgeInWords(setting)
    case .selectTab(let selection):
      "select \(selection.to) \(selection.origin)" + (selection.pops ? " pop" : "")
    case .scrollTo(let source, _, _): "top \(source)"
    case .scrollToItem(let source, let item, _, _): "item \(source) \(item)"
    case .refresh(let source): "refresh \(source)"
    case .navigate(let navigation): "\(navigation.operation) \(navigation.route)"
    case .presentMenu(let setting): Self.menuInWords(setting)
    case .requestLogin(_, let tab): "login \(tab)"
    case .media(let media): "\(media.operation) \(media.target.path) \(media.name)"
    case .haptic(let haptic): "haptic \(haptic)"
    case .sound(let name): "sound \(name)"
    case .perform(let action, let tab): "perform \(tab) \(action.kind) \(action.value)"
    case .snapshot: "snapshot"
    case .refuse(let refusal): Self.inWords(refusal)
    }
  }

  /// Whether a deadline led to it, by name.
  var deadlineName: String? {
    if case .deadline(let name) = self.cause { return name }
    return nil
  }

  private static func inWords(_ refusal: Refusal) -> String {
    switch refusal.request {
    case .selectTab(let index): "refuse \(index) \(refusal.reason)"
    case .floor(let command): "refuse \(command) \(refusal.reason)"
    case .navigate(let operation): "refuse \(operation) \(refusal.reason)"
    }
  }

  private static func badgeInWords(_ setting: Setting) -> String? {
    guard case .badge(let badge) = setting.state else { return nil }
    return "badge \(badge.tab) \(badge.text)"
  }

  private static func menuInWords(_ setting: Setting) -> String {
    guard case .press(let press) = setting.state else { return "menu of what?" }
    let entries = press.menu.map(\.id).joined(separator: " ")
    return "menu \(press.tab.map(String.init) ?? "?") \(entries)"
  }
}

extension TabSelection {
  /// Whether the item itself plays something.
  var pops: Bool {
    let parts: [Target] = [.tabIcon(self.to), .tabTitle(self.to), .tabBadge(self.to)]
    return self.timeline?.tracks.contains { parts.contains($0.target) } ?? false
  }
}
