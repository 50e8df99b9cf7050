import InteractionCore

/// What a directive says that selects a tab, unlike one that only says anew how the tabs look or
/// which of them react.
struct TabSwitch {
  /// The selection, with its generation.
  let setting: Setting
  /// The selection.
  let state: SelectionState
  /// What plays.
  let timeline: Timeline?
  /// The pages' transition, where the experience has one.
  let transition: TransitionState?

  /// - Parameter former: The selection before; nil if none is known.
  /// - Returns: Nil if the directive selects nothing, or does something else besides.
  init?(_ directive: Directive, since former: SelectionState?) {
    guard !directive.replacesAll, directive.effects.isEmpty, directive.settings.count <= 2,
      let setting = directive.settings.first, case .selection(let state) = setting.state
    else { return nil }
    var transition: TransitionState?
    if directive.settings.count == 2 {
      guard case .transition(let pages) = directive.settings[1].state else { return nil }
      transition = pages
    }
    // What is said anew plays nothing and keeps everything but how the items look.
    let isSame = former.map { $0.isSameChoice(as: state) } ?? false
    guard !isSame || directive.timeline != nil || transition != nil else { return nil }
    self.setting = setting
    self.state = state
    self.timeline = directive.timeline
    self.transition = transition
  }

  /// The tab selected before.
  var from: Int? { self.state.previous }
  /// The tab selected now.
  var to: Int { self.state.selected }
  /// Who asked for it, in a word.
  var asker: String { "\(self.state.origin)" }

  /// Whether the item itself plays something.
  var pops: Bool {
    let parts: [Target] = [.tabIcon(self.to), .tabTitle(self.to), .tabBadge(self.to)]
    return self.timeline?.tracks.contains { parts.contains($0.target) } ?? false
  }
}

extension SelectionState {
  fileprivate func isSameChoice(as other: SelectionState) -> Bool {
    self.selected == other.selected && self.previous == other.previous
      && self.origin == other.origin
  }
}
