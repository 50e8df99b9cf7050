public import InteractionCore

/// Predicts the reactions to taps, without waiting for the network (rule T14).
///
/// The engine's selection names the tabs that react, and the layout contains their looks and
/// timelines. A client applies the reaction on touch-up and passes each directive to
/// ``receive(_:)``, which returns the remaining changes: a confirmed animation is not repeated, a
/// refuted one is reverted.
///
/// ```swift
/// var reactions = TapPredictor(opened.snapshot)
/// if let reaction = reactions.tap(2) {
///   show(reaction.items)
///   if let timeline = reaction.timeline { play(timeline) }
/// }
/// session.send(.tapTab(index: 2))
/// // Later, for each directive:
/// let shown = reactions.receive(directive)
/// for tab in shown.revertedTabs { stopAnimation(of: tab) }
/// show(shown.directive)
/// if let items = shown.items { show(items) }
/// ```
public struct TapPredictor: Hashable, Sendable {
  /// The remaining changes of a directive.
  public struct PendingChanges: Hashable, Sendable {
    /// The directive without the tracks that play already.
    public var directive: Directive
    /// The tabs whose reaction is reverted: they get the look in ``items`` without animation.
    public var revertedTabs: [Int]
    /// The look of every item, in order, with the predicted taps that are not confirmed yet; nil if
    /// nothing changes.
    public var items: [SelectionState.Item]?
  }

  /// A reaction that is not confirmed yet.
  private struct Prediction: Hashable, Sendable {
    var tab: Int
    var generation: UInt32
  }

  private(set) var model: ClientModel
  private var predictions: [Prediction] = []
  /// The sequence number of the newest directive.
  private var newest: UInt64 = 0

  /// Creates the predictions of a client that shows `snapshot`.
  public init(_ snapshot: Snapshot) {
    self.model = ClientModel(snapshot)
  }

  /// Handles a tap on a tab. Returns the immediate reaction; nil if the engine has to decide first.
  public mutating func tap(_ tab: Int) -> TapReaction? {
    guard let selection = self.selection, let layout = self.layout,
      selection.state.items.indices.contains(tab), layout.items.indices.contains(tab)
    else { return nil }
    // Predictions build on each other.
    let selected = self.predictions.last?.tab ?? selection.state.selected
    // For the tab that the engine still has selected, only the layout indicates whether a tap is
    // decided at once, since an item without a reaction may ask the client first. If the predicted
    // tab does not react, taps are refused by now.
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

  /// Receives a directive, and returns its remaining changes. A repeated directive confirms no tap
  /// (rule D1).
  public mutating func receive(_ directive: Directive) -> PendingChanges {
    guard directive.sequence > self.newest else {
      self.model.apply(directive)
      return PendingChanges(directive: directive, revertedTabs: [], items: self.items)
    }
    self.newest = directive.sequence
    var shown = self.pendingChanges(of: directive)
    if directive.settings.selection != nil || directive.settings.layout != nil
      || !shown.revertedTabs.isEmpty
    {
      shown.items = self.items
    }
    return shown
  }

  private mutating func pendingChanges(of directive: Directive) -> PendingChanges {
    let known = self.selection
    self.model.apply(directive)
    if directive.replacesAll {
      let tabs = self.predictions.map(\.tab)
      self.predictions = []
      return PendingChanges(directive: directive, revertedTabs: tabs)
    }
    if let new = directive.settings.selection {
      guard let known, new.state.selected == known.state.selected,
        new.generation > known.generation
      else { return self.compare(directive, new) }
      // The selection is the same, with other changes such as `reacts`. Confirmations of taps
      // follow with generations counted from it.
      for index in self.predictions.indices {
        self.predictions[index].generation &+= new.generation - known.generation
      }
    }
    var tabs: [Int] = []
    for effect in directive.effects {
      switch effect {
      case .refusal(let refusal):
        if case .selectTab(let tab) = refusal.request { tabs += self.revert(tab) }
      case .requestLogin(let tab), .askSelection(let tab): tabs += self.revert(tab)
      // A long press performs actions of the app, too (rule T16).
      case .tabAction(let action) where action.kind != .app: tabs += self.revert(action.tab)
      default: break
      }
    }
    return PendingChanges(directive: directive, revertedTabs: tabs)
  }

  private mutating func compare(_ directive: Directive, _ selection: Selection) -> PendingChanges {
    guard let first = self.predictions.first else {
      return PendingChanges(directive: directive, revertedTabs: [])
    }
    guard first.generation == selection.generation, first.tab == selection.state.selected else {
      // Another change came first, so that all predictions are wrong.
      let tabs = self.predictions.map(\.tab)
      self.predictions = []
      return PendingChanges(directive: directive, revertedTabs: tabs)
    }
    self.predictions.removeFirst()
    // The layout may be newer than at the tap.
    let items = self.layout?.items ?? []
    let playing = items.indices.contains(first.tab) ? items[first.tab].reaction?.tracks ?? [] : []
    var rest = directive
    rest.timeline?.tracks.removeAll { playing.contains($0) }
    if rest.timeline?.tracks.isEmpty == true { rest.timeline = nil }
    return PendingChanges(directive: rest, revertedTabs: [])
  }

  /// Reverts a tap on `tab` that did not select it, and the later taps, which built on it.
  private mutating func revert(_ tab: Int) -> [Int] {
    guard let index = self.predictions.firstIndex(where: { $0.tab == tab }) else { return [] }
    let tabs = self.predictions[index...].map(\.tab)
    self.predictions.removeSubrange(index...)
    return tabs
  }

  /// The look of every item: the engine's, with the predicted taps.
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
  /// The selection among the settings; nil if there is none.
  fileprivate var selection: Selection? {
    for setting in self {
      if case .selection(let state) = setting.state { return (state, setting.generation) }
    }
    return nil
  }

  /// The layout among the settings; nil if there is none.
  fileprivate var layout: BarLayout? {
    for setting in self {
      if case .layout(let layout) = setting.state { return layout }
    }
    return nil
  }
}
