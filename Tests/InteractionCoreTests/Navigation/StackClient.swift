import InteractionCore

/// A client that follows the directives about the pages above the root, and reports invalid ones.
struct StackClient {
  private(set) var model: ClientModel
  /// The pages' routes, by the operations that the engine has accepted.
  private(set) var routes: [String] = []
  private var presented: [Bool] = []
  /// The pages before the last pop, for an expired hold.
  private var former: (routes: [String], presented: [Bool])?
  /// The number of the transition in progress, and the directive that animates it.
  private(set) var open: (number: UInt32, directive: UInt64?)?
  private(set) var begun: UInt32 = 0
  private(set) var ended: UInt32 = 0
  private(set) var complaints: [String] = []
  private var next: UInt64 = 1

  init(_ session: Session) {
    self.model = ClientModel(session.snapshot)
  }

  /// True if the bar must be hidden: a page was pushed (rule N2).
  var hidesBar: Bool { self.presented.contains(false) }

  mutating func apply(_ directive: Directive, of event: InteractionEvent) {
    if directive.sequence != self.next { self.complain("numbered \(directive.sequence)") }
    self.next = directive.sequence + 1
    let kind = DirectiveKind(directive, since: self.model.snapshot)
    self.model.apply(directive)
    if case .navigates(_, let change) = kind { self.follow(change, directive.timeline) }
    for setting in directive.changes {
      guard case .navigation(let state) = setting.state else { continue }
      self.see(state, directive, of: event)
    }
  }

  private mutating func follow(_ change: NavigationState.Change, _ timeline: Timeline?) {
    self.former = (self.routes, self.presented)
    switch change.operation {
    case .push, .present:
      self.routes.append(change.route)
      self.presented.append(change.operation == .present)
    case .pop:
      self.routes = self.routes.dropLast()
      self.presented = self.presented.dropLast()
    case .popToRoot:
      (self.routes, self.presented) = ([], [])
    case .dismiss:
      let index = self.presented.lastIndex(of: true) ?? self.presented.count
      self.routes = Array(self.routes.prefix(index))
      self.presented = Array(self.presented.prefix(index))
    }
    let values = timeline?.values(at: .zero).values.map(\.isFinite) ?? []
    if values.contains(false) && change.style != .zoomTo { self.complain("no numbers") }
  }

  private mutating func see(
    _ state: NavigationState, _ directive: Directive, of event: InteractionEvent
  ) {
    switch state.phase {
    case .idle(let outcome):
      if outcome == nil { self.complain("\(state.number) ended with nothing") }
      if self.open == nil { self.begin(state.number) }
      if self.open?.number != state.number { self.complain("\(state.number) ended unasked") }
      self.open = nil
      self.ended += 1
      // Only an expired hold restores the popped pages.
      if case .holdExpired(.back) = event.kind, case .event = directive.cause,
        let former = self.former
      {
        (self.routes, self.presented) = former
      }
    case .running:
      if self.open?.number != state.number || self.open?.directive != nil {
        self.begin(state.number)
      }
      self.open?.directive = directive.sequence
    case .interactive:
      self.begin(state.number)
    }
    if state.pages.map(\.route) != self.routes { self.complain("other pages") }
    if state.pages.map(\.isPresented) != self.presented { self.complain("other kinds") }
    if state.hidesBar != self.hidesBar { self.complain("another bar") }
  }

  private mutating func begin(_ number: UInt32) {
    if let open = self.open { self.complain("\(number) began before \(open.number) ended") }
    if number != self.begun + 1 { self.complain("\(number) began after \(self.begun)") }
    self.begun = number
    self.open = (number, nil)
  }

  private mutating func complain(_ text: String) {
    self.complaints.append("#\(self.next - 1): \(text)")
  }
}
