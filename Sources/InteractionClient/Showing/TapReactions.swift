public import InteractionCore

/// Lets a tap answer at once, without waiting for the network (rule T14).
///
/// The newest selection says which tabs react, the layout says what they play. A client plays that
/// on touch-up and asks ``receive(_:)`` what is left to show of each directive: a pop that the
/// engine confirms is not shown twice, and one that it does not is taken back.
///
/// ```swift
/// var reactions = TapReactions(opened.snapshot)
/// if let timeline = reactions.tap(2) { play(timeline) }
/// session.send(.tapTab(index: 2))
/// // Later, for each directive:
/// let shown = reactions.receive(directive)
/// for tab in shown.takenBack { showWithoutAnimation(tab) }
/// show(shown.directive)
/// ```
public struct TapReactions: Hashable, Sendable {
  /// What is to be shown of a directive.
  public struct Shown: Hashable, Sendable {
    /// The directive, without what plays already.
    public var directive: Directive
    /// The tabs whose reaction was not confirmed: they show the engine's state at once.
    public var takenBack: [Int]
  }

  /// A reaction that plays and has not been confirmed.
  private struct Prediction: Hashable, Sendable {
    var tab: Int
    var generation: UInt32
  }

  private var model: ClientModel
  private var predictions: [Prediction] = []

  /// A client that has been told `snapshot`.
  public init(_ snapshot: Snapshot) {
    self.model = ClientModel(snapshot)
  }

  /// A finger has tapped a tab. Returns what to play at once; nil if the engine has to be asked.
  public mutating func tap(_ tab: Int) -> Timeline? {
    guard let selection = self.selection, let layout = self.layout,
      selection.state.items.indices.contains(tab), layout.items.indices.contains(tab),
      let timeline = layout.items[tab].reaction
    else { return nil }
    // After a prediction the next one is made as if it had come true.
    let selected = self.predictions.last?.tab ?? selection.state.selected
    guard tab != selected, selection.state.items[tab].reacts || tab == selection.state.selected
    else { return nil }
    let newest = self.predictions.last?.generation ?? selection.generation
    self.predictions.append(Prediction(tab: tab, generation: newest &+ 1))
    return timeline
  }

  /// Takes in a directive and says what is left to show of it.
  public mutating func receive(_ directive: Directive) -> Shown {
    self.model.apply(directive)
    switch directive.action {
    case .selectTab(let selection):
      return self.compare(directive, selection)
    case .refuse(let refusal):
      guard case .selectTab(let tab) = refusal.request else { break }
      return Shown(directive: directive, takenBack: self.takeBack(tab))
    case .requestLogin(_, let tab), .perform(_, let tab):
      return Shown(directive: directive, takenBack: self.takeBack(tab))
    case .snapshot:
      let tabs = self.predictions.map(\.tab)
      self.predictions = []
      return Shown(directive: directive, takenBack: tabs)
    case .animate, .set, .scrollTo, .scrollToItem, .refresh, .navigate, .presentMenu, .media,
      .haptic, .sound:
      break
    }
    return Shown(directive: directive, takenBack: [])
  }

  private mutating func compare(_ directive: Directive, _ selection: TabSelection) -> Shown {
    guard let first = self.predictions.first else {
      return Shown(directive: directive, takenBack: [])
    }
    guard first.generation == selection.setting.generation, first.tab == selection.to else {
      // Something else came first: nothing that was predicted is true any more.
      let tabs = self.predictions.map(\.tab)
      self.predictions = []
      return Shown(directive: directive, takenBack: tabs)
    }
    self.predictions.removeFirst()
    var selection = selection
    let playing = self.layout?.items[first.tab].reaction?.tracks ?? []
    selection.timeline?.tracks.removeAll { playing.contains($0) }
    if selection.timeline?.tracks.isEmpty == true { selection.timeline = nil }
    var rest = directive
    rest.action = .selectTab(selection)
    return Shown(directive: rest, takenBack: [])
  }

  /// A tap on `tab` was not taken for a selection; those after it counted on it.
  private mutating func takeBack(_ tab: Int) -> [Int] {
    guard let index = self.predictions.firstIndex(where: { $0.tab == tab }) else { return [] }
    let tabs = self.predictions[index...].map(\.tab)
    self.predictions.removeSubrange(index...)
    return tabs
  }

  private var selection: (state: SelectionState, generation: UInt32)? {
    for setting in self.model.snapshot.settings {
      if case .selection(let state) = setting.state { return (state, setting.generation) }
    }
    return nil
  }

  private var layout: BarLayout? {
    for setting in self.model.snapshot.settings {
      if case .layout(let layout) = setting.state { return layout }
    }
    return nil
  }
}
