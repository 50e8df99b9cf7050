/// The pages above the root and what moves them (rules N1–N5).
package struct NavigationStack: Hashable, Sendable {
  /// What moves the pages.
  package enum Phase: Hashable, Sendable {
    /// Nothing.
    ///
    /// Can transition to: ``running``, ``interactive``.
    case idle
    /// The animation of a directive; input is blocked until it ends (rule N3).
    ///
    /// Can transition to: ``idle``.
    case running(Run)
    /// A finger moves a page (rule N5).
    ///
    /// Can transition to: ``idle``, ``running``.
    case interactive(PagePull)
  }

  /// An animation that moves the pages.
  package struct Run: Hashable, Sendable {
    /// The directive that it came with.
    package var directive: UInt64
    /// When it counts as over if the client says nothing.
    package var until: Instant
    /// What it leads to.
    package var outcome: TransitionOutcome
    /// What a finger's release did to the pages: it is undone if the client let go before the
    /// verdict reached it (rule D7).
    package var release: Release?

    package init(
      directive: UInt64, until: Instant, outcome: TransitionOutcome, release: Release? = nil
    ) {
      self.directive = directive
      self.until = until
      self.outcome = outcome
      self.release = release
    }
  }

  package var phase: Phase
  /// The pages, the lowest first.
  package var pages: [NavigationState.Page]
  /// Counts the transitions.
  package var number: UInt32
  /// How the newest one ended.
  package var last: TransitionOutcome?
  /// What the newest one did to the pages.
  package var change: NavigationState.Change?

  package init(
    phase: Phase = .idle, pages: [NavigationState.Page] = [], number: UInt32 = 0,
    last: TransitionOutcome? = nil, change: NavigationState.Change? = nil
  ) {
    self.phase = phase
    self.pages = pages
    self.number = number
    self.last = last
    self.change = change
  }

  /// When the running animation counts as over.
  package var deadline: Instant? {
    guard case .running(let run) = self.phase else { return nil }
    return run.until
  }

  /// Whether taps and new requests have to wait (rule N3).
  package var blocksInput: Bool {
    if case .running = self.phase { return true }
    return false
  }

  /// Whether the tab bar is hidden: it is below every pushed page (rule N2).
  package var hidesBar: Bool {
    self.pages.contains { !$0.isPresented }
  }
}

extension NavigationStack {
  /// What a request comes to.
  package enum Decision: Hashable, Sendable {
    /// The stack has changed; this page came or went.
    case change(NavigationState.Page)
    /// Nothing changes, for this reason.
    case refuse(Refusal.Reason)
  }

  /// Changes the stack as asked, if it can be.
  package mutating func handle(
    _ request: NavigationRequest, style: NavigationStyle
  ) -> Decision {
    guard !self.blocksInput else { return .refuse(.busy) }
    switch request.operation {
    case .push, .present:
      guard self.pages.count < NavigationDefinition.maximumPages else {
        return .refuse(.tooManyPages)
      }
      let page = NavigationState.Page(
        route: request.route, style: style, isPresented: request.operation == .present,
        keyFrame: request.keyFrame)
      self.pages.append(page)
      return .change(page)
    case .pop:
      guard let top = self.pages.last, !top.isPresented else { return .refuse(.noPage) }
      self.pages.removeLast()
      return .change(top)
    case .popToRoot:
      guard let top = self.pages.last else { return .refuse(.noPage) }
      self.pages.removeAll()
      return .change(top)
    case .dismiss:
      // A presented page takes with it whatever was pushed onto it.
      guard let index = self.pages.lastIndex(where: \.isPresented) else {
        return .refuse(.noPage)
      }
      let page = self.pages[index]
      self.pages.removeSubrange(index...)
      return .change(page)
    }
  }

  /// An animation starts with `directive`.
  package mutating func start(
    directive: UInt64, until: Instant, outcome: TransitionOutcome = .finished,
    release: Release? = nil
  ) {
    // A pull that becomes an animation stays the same transition.
    if case .interactive = self.phase {} else { self.number &+= 1 }
    self.phase = .running(
      Run(directive: directive, until: until, outcome: outcome, release: release))
  }

  /// A transition is over as soon as it starts (rule N3: `literal`).
  package mutating func startCompleted() {
    self.number &+= 1
    self.complete(.finished)
  }

  /// The client says that the animation of `directive` is over. Both ways lead to the same pages.
  package mutating func animationEnded(
    _ directive: UInt64, _ outcome: AnimationOutcome
  ) -> Bool {
    guard case .running(let run) = self.phase, run.directive == directive else { return false }
    self.complete(outcome == .finished ? run.outcome : .cancelled)
    return true
  }

  /// The deadline has passed, or something else ends what moves the pages.
  package mutating func finish() -> Bool {
    switch self.phase {
    case .idle:
      return false
    case .running(let run):
      self.complete(run.outcome)
    case .interactive:
      self.complete(.cancelled)
    }
    return true
  }

  mutating func complete(_ outcome: TransitionOutcome) {
    self.phase = .idle
    self.last = outcome
  }
}

extension NavigationStack {
  /// What a client is to know of the pages.
  ///
  /// - Parameter stage: The screen with the top page's key view.
  func state(by rule: NavigationDefinition, on stage: NavigationStage) -> NavigationState {
    let phase: NavigationState.Phase
    var pulled: Timeline?
    switch self.phase {
    case .idle:
      phase = .idle(self.last)
    case .running:
      phase = .running
    case .interactive(let pull):
      pulled = self.page(of: pull)?.style
        .timeline(isBack: pull.isBack, byFinger: true, on: stage)
      let links = pulled?.links(
        to: .translation(pull.target), distance: pull.distance(in: stage.environment))
      phase = .interactive(links: links ?? [], hold: rule.hold)
    }
    let pages = self.pages.map { page in
      var page = page
      page.place = page.style.place(on: stage)
      return page
    }
    return NavigationState(
      number: self.number, phase: phase, pages: pages, hidesBar: self.hidesBar,
      captures: pulled?.captures ?? [], staging: pulled?.staging ?? [], change: self.change)
  }
}
