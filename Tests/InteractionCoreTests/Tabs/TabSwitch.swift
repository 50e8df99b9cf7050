import InteractionCore

/// The content of a directive that selects a tab, as opposed to one that only updates the items'
/// looks or reactions.
struct TabSwitch {
  /// The setting of the selection, with its generation.
  let setting: Setting
  let state: SelectionState
  /// The animation, if any.
  let timeline: Timeline?
  /// The pages' transition, if the experience has one.
  let transition: TransitionState?

  /// - Parameter former: The previous selection; nil if unknown.
  /// - Returns: Nil if the directive selects nothing, or has another purpose as well.
  init?(_ directive: Directive, since former: SelectionState?) {
    guard !directive.replacesAll, directive.effects.isEmpty, directive.settings.count <= 2,
      let setting = directive.settings.first, case .selection(let state) = setting.state
    else { return nil }
    var transition: TransitionState?
    if directive.settings.count == 2 {
      guard case .transition(let pages) = directive.settings[1].state else { return nil }
      transition = pages
    }
    // An update of the looks has no animation and keeps the choice.
    let isSame = former.map { $0.isSameChoice(as: state) } ?? false
    guard !isSame || directive.timeline != nil || transition != nil else { return nil }
    self.setting = setting
    self.state = state
    self.timeline = directive.timeline
    self.transition = transition
  }

  /// The previously selected tab.
  var from: Int? { self.state.previous }
  /// The selected tab.
  var to: Int { self.state.selected }
  /// The origin of the request, in a word.
  var asker: String { "\(self.state.origin)" }

  /// True if the item itself is animated.
  var pops: Bool {
    let parts: [ViewPath] = [.tabIcon(self.to), .tabTitle(self.to), .tabBadge(self.to)]
    return self.timeline?.tracks.contains { parts.contains($0.target) } ?? false
  }
}

extension SelectionState {
  fileprivate func isSameChoice(as other: SelectionState) -> Bool {
    self.selected == other.selected && self.previous == other.previous
      && self.origin == other.origin
  }
}
