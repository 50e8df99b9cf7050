import InteractionCore

/// A client that follows the directives about the tabs' pages, and reports invalid ones.
///
/// An animation that fills forwards leaves its page at its end, and a drag at the finger's offset,
/// until a completion resets the page.
struct PageClient {
  private(set) var model: ClientModel
  /// The displaced pages' offsets, by tab.
  private(set) var places: [Int: Double] = [:]
  /// The number of the transition in progress, and the directive that animates it.
  private(set) var open: (number: UInt32, directive: UInt64?)?
  /// The number of transitions that have begun.
  private(set) var begun: UInt32 = 0
  /// The number of transitions that have ended.
  private(set) var ended: UInt32 = 0
  /// The selected tab by the directives.
  private(set) var selected: Int
  private(set) var complaints: [String] = []
  private var next: UInt64 = 1
  private let resetsBoth: Bool

  init(_ session: Session, resetsBoth: Bool) {
    self.model = ClientModel(session.snapshot)
    self.selected = session.snapshot.selection?.selected ?? 0
    self.resetsBoth = resetsBoth
  }

  mutating func apply(_ directive: Directive) {
    if directive.sequence != self.next { self.complain("numbered \(directive.sequence)") }
    self.next = directive.sequence + 1
    let kind = DirectiveKind(directive, since: self.model.snapshot)
    self.model.apply(directive)
    switch kind {
    case .selects(let selection):
      if selection.from != self.selected { self.complain("left a tab that was not shown") }
      self.selected = selection.to
    case .snapshot:
      self.check(Snapshot(settings: directive.settings))
      return
    case .odd:
      self.complain("not one thing at a time")
    default: break
    }
    for setting in directive.settings {
      guard case .transition(let state) = setting.state else { continue }
      self.see(state, directive)
    }
  }

  private mutating func see(_ state: TransitionState, _ directive: Directive) {
    switch state.phase {
    case .idle(let outcome):
      if outcome == nil { self.complain("\(state.number) ended with nothing") }
      // A switch without a slide begins and ends at once.
      if self.open == nil { self.begin(state.number) }
      if self.open?.number != state.number { self.complain("\(state.number) ended unasked") }
      self.open = nil
      self.ended += 1
      let both: Set = [state.from, state.to]
      if self.resetsBoth && Set(state.reset) != both { self.complain("not both put back") }
      if !state.reset.contains(state.from) { self.complain("not put back") }
      for tab in state.reset { self.places[tab] = nil }
    case .running:
      if self.open?.number != state.number || self.open?.directive != nil {
        self.begin(state.number)
      }
      self.open?.directive = directive.sequence
      for track in directive.timeline?.pageTracks ?? [] {
        let value = track.value(at: track.end) ?? 0
        self.move(track.target, to: value)
      }
    case .interactive(let links, _):
      self.begin(state.number)
      for link in links { self.move(link.target, to: (link.startValue + link.endValue) / 2) }
    }
  }

  private mutating func begin(_ number: UInt32) {
    if let open = self.open { self.complain("\(number) began before \(open.number) ended") }
    if number != self.begun + 1 { self.complain("\(number) began after \(self.begun)") }
    self.begun = number
    self.open = (number, nil)
  }

  private mutating func move(_ target: ViewPath, to value: Double) {
    guard let tab = Int(target.path.dropFirst("page/".count)) else { return }
    self.places[tab] = value == 0 ? nil : value
  }

  private mutating func check(_ snapshot: Snapshot) {
    let state = snapshot.tabPages
    let isAtRest = if case .idle = state?.phase { true } else { false }
    if isAtRest != (self.open == nil) { self.complain("a snapshot of something else") }
    if state?.number != self.begun { self.complain("a snapshot of another transition") }
  }

  private mutating func complain(_ text: String) {
    self.complaints.append("#\(self.next - 1): \(text)")
  }
}
