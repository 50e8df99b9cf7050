import InteractionCore
import InteractionReplay
import InteractionWire

/// A lane of directives in the picture; also the style class of its marks.
enum DirectiveLane: String, CaseIterable {
  case toggle, tabs, transition, badges, menu, gate, effects, pages, floor, list, snapshot, refusal
}

extension Directive {
  /// The directive's lane.
  var lane: DirectiveLane {
    if self.replacesAll { return .snapshot }
    if let effect = self.effects.first { return effect.lane }
    if let setting = self.settings.first { return setting.state.lane }
    // A directive without settings and effects animates a badge, or hints at the second floor.
    let tracks = self.timeline?.tracks ?? []
    return tracks.allSatisfy { $0.target.path.hasPrefix("tab/") } ? .badges : .floor
  }

  /// The label beside the mark.
  var label: String {
    if self.replacesAll { return "snapshot" }
    switch self.effects.first {
    // The menu's entries are in the press state.
    case .presentMenu?, nil: break
    case .some(let effect): return effect.caption
    }
    if let change = self.pageChange {
      return "\(TextMetrics.words(change.operation)), \(TextMetrics.words(change.style))"
    }
    if let setting = self.settings.first { return setting.state.caption }
    return self.lane == .floor ? "hint" : self.timeline?.targets ?? ""
  }
}

extension Effect {
  fileprivate var lane: DirectiveLane {
    switch self {
    case .scrollList, .scrollCarousel, .refresh: .list
    case .presentMenu: .menu
    case .requestLogin, .askSelection, .tabAction: .gate
    case .animationFile, .haptic, .sound, .announce: .effects
    case .refusal: .refusal
    }
  }

  fileprivate var caption: String {
    switch self {
    case .scrollList(_, let y, _): "to \(TextMetrics.number(y)) pt"
    case .scrollCarousel(_, let item, _, _): "item \(item)"
    case .refresh: "refresh"
    case .presentMenu(let tab): "menu of tab \(tab)"
    case .requestLogin(let tab): "login for tab \(tab)?"
    case .askSelection(let tab): "may tab \(tab)?"
    case .animationFile(let media): "\(media.operation.word) \(media.name)"
    case .haptic(let haptic): "\(haptic.word) haptic"
    case .sound(let name): "sound \(name)"
    case .announce(let text, _): "says '\(text)'"
    case .tabAction(let action): "\(action.kind.word) \(action.value)"
    case .refusal(let refusal): TextMetrics.words(refusal.reason)
    }
  }
}

extension Setting.State {
  fileprivate var lane: DirectiveLane {
    switch self {
    case .toggle: .toggle
    case .selection, .layout: .tabs
    case .floor, .floorLayout, .links: .floor
    case .badge: .badges
    case .gate: .gate
    case .press: .menu
    case .transition: .transition
    case .navigation: .pages
    case .refresh: .list
    default: .effects
    }
  }

  fileprivate var caption: String {
    switch self {
    case .toggle(let toggle): toggle.name
    case .selection(let selection): "tab \(selection.selected)"
    case .floor(let floor): floor.isOff ? "off" : floor.phase.word
    case .floorLayout(let layout): layout.isReady ? "image" : "no image"
    case .links(let links): links.isEmpty ? "links off" : "links on"
    case .badge(let badge): badge.caption
    case .gate(let gate):
      gate.pendingTab.map { "tab \($0) waits" } ?? (gate.isSignedIn ? "signed in" : "signed out")
    case .press(let press):
      press.phase.word + (press.menu.isEmpty ? "" : ", menu of \(press.menu.count)")
    case .transition(let transition): "\(transition.from) → \(transition.to) \(transition.word)"
    case .navigation(let navigation):
      "\(navigation.word), \(navigation.pages.count)"
        + (navigation.pages.count == 1 ? " page" : " pages")
    case .refresh(let refresh): refresh.isRefreshing ? "refreshing" : "refreshed"
    case .unknown(let kind): "setting of kind \(kind)"
    default: self.label
    }
  }
}

extension Timeline {
  /// The animated targets.
  fileprivate var targets: String {
    var paths: [String] = []
    for track in self.tracks where !paths.contains(track.target.path) {
      paths.append(track.target.path)
    }
    return paths.joined(separator: ", ")
  }
}

extension BadgeState {
  fileprivate var caption: String {
    let content = self.text.isEmpty ? self.style.word : self.text
    let loop = self.loop == .none ? "" : ", \(TextMetrics.words(self.loop))"
    return "tab \(self.tab): \(self.isShown ? content + loop : "hidden")"
  }
}

extension TransitionState {
  fileprivate var word: String {
    switch self.phase {
    case .idle(let outcome): outcome?.word ?? "idle"
    case .running: "running"
    case .interactive: "follows"
    }
  }
}

extension NavigationState {
  fileprivate var word: String {
    switch self.phase {
    case .idle(let outcome): outcome?.word ?? "idle"
    case .running: "running"
    case .interactive: "follows"
    }
  }
}
