/// The pages above the root and their transition (rules N1–N5).
package struct NavigationStack: Hashable, Sendable {
  /// The phase of the transition.
  package enum Phase: Hashable, Sendable {
    /// No transition.
    ///
    /// Can transition to: ``running``, ``interactive``.
    case idle
    /// The animation of a directive runs; input is blocked until it ends (rule N3).
    ///
    /// Can transition to: ``idle``.
    case running(NavigationAnimation)
    /// A finger moves a page (rule N5).
    ///
    /// Can transition to: ``idle``, ``running``.
    case interactive(InteractivePageTransition)
  }

  /// A running animation of the pages.
  package struct NavigationAnimation: Hashable, Sendable {
    /// The sequence number of its directive.
    package var directive: UInt64
    /// The time of the watchdog timeout.
    package var until: Instant
    /// The outcome at its end.
    package var outcome: TransitionOutcome
    /// The change that a finger's release made; it is reverted if the client's hold times out
    /// before the decision arrives (rule D7).
    package var release: ReleasedChange?

    package init(
      directive: UInt64, until: Instant, outcome: TransitionOutcome, release: ReleasedChange? = nil
    ) {
      self.directive = directive
      self.until = until
      self.outcome = outcome
      self.release = release
    }
  }

  package var phase: Phase
  /// The pages, bottom to top.
  package var pages: [NavigationState.Page]
  /// The pages of the tabs that are not selected, by tab (rule N6).
  package var kept: [NavigationState.TabPages]
  /// The number of transitions so far.
  package var number: UInt32
  /// The outcome of the latest transition; nil before the first.
  package var last: TransitionOutcome?
  /// The change of the latest transition; nil before the first.
  package var change: NavigationState.Change?

  package init(
    phase: Phase = .idle, pages: [NavigationState.Page] = [], number: UInt32 = 0,
    last: TransitionOutcome? = nil, change: NavigationState.Change? = nil,
    kept: [NavigationState.TabPages] = []
  ) {
    self.phase = phase
    self.pages = pages
    self.number = number
    self.last = last
    self.change = change
    self.kept = kept
  }

  /// The time of the running animation's watchdog timeout; nil if none runs.
  package var deadline: Instant? {
    guard case .running(let run) = self.phase else { return nil }
    return run.until
  }

  /// A Boolean value that indicates whether taps and new requests are refused (rule N3).
  package var blocksInput: Bool {
    if case .running = self.phase { return true }
    return false
  }

  /// A Boolean value that indicates whether the tab bar is hidden: it lies below every pushed page
  /// that does not keep it (rules N2, N6).
  package var hidesBar: Bool {
    self.pages.contains { !$0.isPresented && !$0.keepsBar }
  }

  /// The number of pages, those of other tabs included.
  private var count: Int { self.kept.reduce(self.pages.count) { $0 + $1.pages.count } }

  /// Exchanges the pages of a tab for those of another one; presented pages, and pages pushed onto
  /// them, stay on top (rule N6). Returns whether there were any.
  package mutating func exchange(_ former: Int, for tab: Int) -> Bool {
    let own = self.pages.prefix { !$0.isPresented }
    let over = self.pages.dropFirst(own.count)
    let next = self.kept.first { $0.tab == tab }?.pages ?? []
    guard !own.isEmpty || !next.isEmpty else { return false }
    self.kept.removeAll { $0.tab == tab || $0.tab == former }
    if !own.isEmpty {
      let place = self.kept.firstIndex { $0.tab > former } ?? self.kept.endIndex
      self.kept.insert(NavigationState.TabPages(tab: former, pages: Array(own)), at: place)
    }
    self.pages = next + over
    return true
  }
}

extension NavigationStack {
  /// The decision about a request.
  package enum Decision: Hashable, Sendable {
    /// The stack has changed; this page was added or removed.
    case change(NavigationState.Page)
    /// The request is refused for this reason.
    case refuse(Refusal.Reason)
  }

  /// Applies a request to the stack, or refuses it.
  package mutating func handle(
    _ request: NavigationRequest, style: NavigationStyle
  ) -> Decision {
    guard !self.blocksInput else { return .refuse(.busy) }
    switch request.operation {
    case .push, .present:
      guard self.count < NavigationDefinition.maximumPages else {
        return .refuse(.tooManyPages)
      }
      let page = NavigationState.Page(
        route: request.route, style: style, isPresented: request.operation == .present,
        keyFrame: request.keyFrame,
        keepsBar: request.keepsBar && request.operation == .push)
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
      // A presented page is removed with all pages pushed onto it.
      guard let index = self.pages.lastIndex(where: { $0.isPresented }) else {
        return .refuse(.noPage)
      }
      let page = self.pages[index]
      self.pages.removeSubrange(index...)
      return .change(page)
    }
  }

  /// Starts an animation with `directive`.
  package mutating func start(
    directive: UInt64, until: Instant, outcome: TransitionOutcome = .finished,
    release: ReleasedChange? = nil
  ) {
    // An interactive pull and the animation after it are one transition.
    if case .interactive = self.phase {} else { self.number &+= 1 }
    self.phase = .running(
      NavigationAnimation(directive: directive, until: until, outcome: outcome, release: release))
  }

  /// Starts a transition that counts as ended at once (rule N3: `literal`).
  package mutating func startCompleted() {
    self.number &+= 1
    self.complete(.finished)
  }

  /// Handles the client's report that the animation of `directive` has ended. Returns whether it
  /// was running; the pages are the same for either outcome.
  package mutating func animationEnded(
    _ directive: UInt64, _ outcome: AnimationOutcome
  ) -> Bool {
    guard case .running(let run) = self.phase, run.directive == directive else { return false }
    self.complete(outcome == .finished ? run.outcome : .cancelled)
    return true
  }

  /// Ends the transition: its deadline has passed, or something else takes over. Returns whether
  /// one was running.
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
  /// Returns the visible state.
  ///
  /// - Parameter stage: The screen with the top page's key view.
  func state(by rule: NavigationDefinition, on stage: NavigationGeometry) -> NavigationState {
    let phase: NavigationState.Phase
    var pulled: Timeline?
    switch self.phase {
    case .idle:
      phase = .idle(self.last)
    case .running:
      phase = .running
    case .interactive(let pull):
      pulled = self.page(of: pull)?.style
        .timeline(isBack: pull.removesPage, byFinger: true, on: stage)
      let links = pulled?.links(
        to: .translation(pull.target), distance: pull.distance(in: stage.surface))
      phase = .interactive(links: links ?? [], hold: rule.hold)
    }
    func placed(_ pages: [NavigationState.Page]) -> [NavigationState.Page] {
      pages.map { page in
        var page = page
        page.restingPosition = page.style.place(on: stage)
        return page
      }
    }
    return NavigationState(
      number: self.number, phase: phase, pages: placed(self.pages), hidesBar: self.hidesBar,
      captures: pulled?.captures ?? [], staging: pulled?.staging ?? [], change: self.change,
      tabPages: self.kept.map { NavigationState.TabPages(tab: $0.tab, pages: placed($0.pages)) })
  }
}
