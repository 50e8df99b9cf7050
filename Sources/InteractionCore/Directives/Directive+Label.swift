extension Directive {
  /// Every ``label``.
  package static let labels = ["animate", "set", "snapshot"] + Effect.labels

  /// The kind of directive, as metrics and reports name it.
  package var label: String {
    if self.replacesAll { return "snapshot" }
    if let effect = self.effects.first { return effect.label }
    return self.timeline == nil ? "set" : "animate"
  }
}

extension Effect {
  /// Every ``label``.
  static let labels = [
    "haptic", "sound", "scroll_list", "scroll_carousel", "refresh", "present_menu",
    "request_login", "ask_selection", "media", "perform", "refusal",
  ]

  fileprivate var label: String {
    switch self {
    case .haptic: "haptic"
    case .sound: "sound"
    case .scrollList: "scroll_list"
    case .scrollCarousel: "scroll_carousel"
    case .refresh: "refresh"
    case .presentMenu: "present_menu"
    case .requestLogin: "request_login"
    case .askSelection: "ask_selection"
    case .media: "media"
    case .perform: "perform"
    case .refusal: "refusal"
    }
  }
}
