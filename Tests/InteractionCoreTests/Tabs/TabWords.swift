import InteractionCore

extension DirectiveKind {
  /// The effect of a tab bar's directive in a few words; nil if it only sets state, which tests
  /// read from the snapshot. Badges are an exception.
  var inWords: String? {
    switch self {
    case .snapshot: "snapshot"
    case .selects(let selection):
      "select \(selection.to) \(selection.asker)" + (selection.pops ? " pop" : "")
    case .navigates(_, let change): "\(change.operation) \(change.route)"
    case .menu(let press): Self.words(for: press)
    case .login(let tab): "login \(tab)"
    case .asks(let tab): "ask \(tab)"
    case .happens(let effect): Self.words(for: effect)
    case .animates(let setting, let timeline):
      setting.flatMap(Self.badgeInWords) ?? "animate \(timeline.tracks.first?.target.path ?? "")"
    case .sets(let setting): Self.badgeInWords(setting)
    case .odd: "odd"
    }
  }

  private static func words(for effect: Effect) -> String {
    switch effect {
    case .scrollList(let source, _, _): "top \(source)"
    case .scrollCarousel(let source, let item, _, _): "item \(source) \(item)"
    case .refresh(let source): "refresh \(source)"
    case .animationFile(let media): "\(media.operation) \(media.target.path) \(media.name)"
    case .haptic(let haptic): "haptic \(haptic)"
    case .sound(let name): "sound \(name)"
    case .tabAction(let action): "perform \(action.tab) \(action.kind) \(action.value)"
    case .refusal(let refusal): Self.words(for: refusal)
    case .announce(let text, _): "announce \(text)"
    case .presentMenu(let tab): "menu \(tab) without a press"
    case .requestLogin(let tab): "login \(tab) without a gate"
    case .askSelection(let tab): "ask \(tab) without a gate"
    }
  }

  private static func words(for refusal: Refusal) -> String {
    switch refusal.request {
    case .selectTab(let index): "refuse \(index) \(refusal.reason)"
    case .floor(let command): "refuse \(command) \(refusal.reason)"
    case .navigate(let operation): "refuse \(operation) \(refusal.reason)"
    }
  }

  private static func words(for press: PressState) -> String {
    let entries = press.menu.map(\.id).joined(separator: " ")
    return "menu \(press.tab.map(String.init) ?? "?") \(entries)"
  }

  private static func badgeInWords(_ setting: Setting) -> String? {
    guard case .badge(let badge) = setting.state else { return nil }
    return "badge \(badge.tab) \(badge.text)"
  }
}

extension Directive {
  /// The name of the deadline that caused the directive; nil if an event did.
  var deadlineName: String? {
    if case .deadline(let name) = self.cause { return name }
    return nil
  }
}
