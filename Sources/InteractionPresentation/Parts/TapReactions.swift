public import InteractionCore

/// Lets a tap answer at once, without waiting for the network (rule T14).
///
/// The newest selection says which tabs react, the layout says how they look then and what they
/// play. A client shows that on touch-up and asks ``receive(_:)`` what is left to show of each
/// directive: a pop that the engine confirms is not shown twice, and one that it does not is taken
/// back.
///
/// ```swift
/// var reactions = TapReactions(opened.snapshot)
/// if let reaction = reactions.tap(2) {
///   show(reaction.items)
///   if let timeline = reaction.timeline { play(timeline) }
/// }
/// session.send(.tapTab(index: 2))
/// // Later, for each directive:
/// let shown = reactions.receive(directive)
/// for tab in shown.takenBack { stopAnimation(of: tab) }
/// show(shown.directive)
/// if let items = shown.items { show(items) }
/// ```
public struct TapReactions: Hashable, Sendable {
  /// What is to be shown of a directive.
  public struct Shown: Hashable, Sendable {
    /// The directive, without what plays already.
    public var directive: Directive
    /// The tabs whose reaction was not confirmed: they show ``items`` at once, whatever plays.
    public var takenBack: [Int]
    /// How every item looks now, in order, where the directive or what was taken back changes that:
    /// as the engine says, and where taps are not confirmed yet, as they make it. nil where nothing
    /// changes.
    public var items: [SelectionState.Item]?
  }

  /// A reaction that plays and has not been confirmed.
  private struct Prediction: Hashable, Sendable {
    var tab: Int
    var generation: UInt32
  }

  private(set) var model: ClientModel
  private var predictions: [Prediction] = []
  /// The number of the newest directive.
  private var newest: UInt64 = 0

  /// A client that has been told `snapshot`.
  public init(_ snapshot: Snapshot) {
    self.model = ClientModel(snapshot)
  }

  /// A finger has tapped a tab. Returns what to show at once; nil if the engine has to be asked.
  public mutating func tap(_ tab: Int) -> TapReaction? {
    guard let selection = self.selection, let layout = self.layout,
      selection.state.items.indices.contains(tab), layout.items.indices.contains(tab)
    else { return nil }
    // After a prediction the next one is made as if it had come true.
    let selected = self.predictions.last?.tab ?? selection.state.selected
    // Of the tab that the engine still has selected, the layout alone says whether a tap on it is
    // decided at once: an item without a reaction may ask the client first. Where the tab that the
    // finger is thought to have selected reacts no more, taps are refused by now.
    guard tab != selected,
      selection.state.items[tab].reacts
        || (tab == selection.state.selected && layout.items[tab].reaction != nil
          && selection.state.items.indices.contains(selected)
          && selection.state.items[selected].reacts)
    else { return nil }
    let newest = self.predictions.last?.generation ?? selection.generation
    self.predictions.append(Prediction(tab: tab, generation: newest &+ 1))
    return TapReaction(items: self.items ?? [], timeline: layout.items[tab].reaction)
  }

  /// Takes in a directive and says what is left to show of it. One that is not newer than the last
  /// answers no tap (rule D1).
  public mutating func receive(_ directive: Directive) -> Shown {
    guard directive.sequence > self.newest else {
      self.model.apply(directive)
      return Shown(directive: directive, takenBack: [], items: self.items)
    }
    self.newest = directive.sequence
    var shown = self.shown(of: directive)
    if directive.settings.selection != nil || directive.settings.layout != nil
      || !shown.takenBack.isEmpty
    {
      shown.items = self.items
    }
    return shown
  }

  private mutating func shown(of directive: Directive) -> Shown {
    let known = self.selection
    self.model.apply(directive)
    if directive.replacesAll {
      let tabs = self.predictions.map(\.tab)
      self.predictions = []
      return Shown(directive: directive, takenBack: tabs)
    }
    if let new = directive.settings.selection {
      guard let known, new.state.selected == known.state.selected,
        new.generation > known.generation
      else { return self.compare(directive, new) }
      // It says what else has changed, such as which tabs react. Answers to taps come after it, and
      // count from there.
      for index in self.predictions.indices {
        self.predictions[index].generation &+= new.generation - known.generation
      }
    }
    var tabs: [Int] = []
    for effect in directive.effects {
      switch effect {
      case .refusal(let refusal):
        if case .selectTab(let tab) = refusal.request { tabs += self.takeBack(tab) }
      case .requestLogin(let tab), .askSelection(let tab): tabs += self.takeBack(tab)
      case .perform(let action): tabs += self.takeBack(action.tab)
      default: break
      }
    }
    return Shown(directive: directive, takenBack: tabs)
  }

  private mutating func compare(_ directive: Directive, _ selection: Selection) -> Shown {
    guard let first = self.predictions.first else {
      return Shown(directive: directive, takenBack: [])
    }
    guard first.generation == selection.generation, first.tab == selection.state.selected else {
      // Something else came first: nothing that was predicted is true any more.
      let tabs = self.predictions.map(\.tab)
      self.predictions = []
      return Shown(directive: directive, takenBack: tabs)
    }
    self.predictions.removeFirst()
    // The layout may be newer than the one that the tap was made on.
    let items = self.layout?.items ?? []
    let playing = items.indices.contains(first.tab) ? items[first.tab].reaction?.tracks ?? [] : []
    var rest = directive
    rest.timeline?.tracks.removeAll { playing.contains($0) }
    if rest.timeline?.tracks.isEmpty == true { rest.timeline = nil }
    return Shown(directive: rest, takenBack: [])
  }

  /// A tap on `tab` was not taken for a selection; those after it counted on it.
  private mutating func takeBack(_ tab: Int) -> [Int] {
    guard let index = self.predictions.firstIndex(where: { $0.tab == tab }) else { return [] }
    let tabs = self.predictions[index...].map(\.tab)
    self.predictions.removeSubrange(index...)
    return tabs
  }

  /// How every item looks: as the engine says, but for the taps that it has not confirmed.
  var items: [SelectionState.Item]? {
    guard let selection = self.selection?.state else { return nil }
    var items = selection.items
    guard let tab = self.predictions.last?.tab, let layout = self.layout?.items else {
      return items
    }
    for index in items.indices where layout.indices.contains(index) {
      let reacts = items[index].reacts
      guard let look = index == tab ? layout[index].selectedLook : layout[index].otherLook else {
        continue
      }
      items[index] = look
      items[index].reacts = reacts
    }
    return items
  }

  private var selection: Selection? { self.model.snapshot.settings.selection }

  private var layout: BarLayout? { self.model.snapshot.settings.layout }
}

/// A selection with its generation.
private typealias Selection = (state: SelectionState, generation: UInt32)

extension [Setting] {
  /// The selection among them.
  fileprivate var selection: Selection? {
    for setting in self {
      if case .selection(let state) = setting.state { return (state, setting.generation) }
    }
    return nil
  }

  /// The layout among them.
  fileprivate var layout: BarLayout? {
    for setting in self {
      if case .layout(let layout) = setting.state { return layout }
    }
    return nil
  }
}
