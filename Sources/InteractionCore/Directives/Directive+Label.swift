extension Directive {
  /// Every ``label``.
  package static let labels = Label.allCases.map(\.rawValue)

  /// The kind of directive, as metrics and reports name it.
  package var label: String { self.kind.rawValue }

  /// The kinds: what a directive does without an effect, or the effect's field in the contract.
  private enum Label: String, CaseIterable {
    case animate, set, snapshot, haptic, sound, refresh, media, perform, refusal
    case scrollList = "scroll_list"
    case scrollCarousel = "scroll_carousel"
    case presentMenu = "present_menu"
    case requestLogin = "request_login"
    case askSelection = "ask_selection"
  }

  private var kind: Label {
    if self.replacesAll { return .snapshot }
    return switch self.effects.first {
    case nil: self.timeline == nil ? .set : .animate
    case .haptic: .haptic
    case .sound: .sound
    case .scrollList: .scrollList
    case .scrollCarousel: .scrollCarousel
    case .refresh: .refresh
    case .presentMenu: .presentMenu
    case .requestLogin: .requestLogin
    case .askSelection: .askSelection
    case .media: .media
    case .perform: .perform
    case .refusal: .refusal
    }
  }
}
