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
    /// A finger pulls the top page away.
    ///
    /// Can transition to: ``idle``, ``running``.
    case interactive
  }

  /// An animation that moves the pages.
  package struct Run: Hashable, Sendable {
    /// The directive that it came with.
    package var directive: UInt64
    /// When it counts as over if the client says nothing.
    package var until: Instant
    /// What it leads to.
    package var outcome: TransitionOutcome
    /// The page that a finger's release took off: it comes back if the client let go before the
    /// verdict reached it (rule D7).
    package var released: NavigationState.Page?

    package init(
      directive: UInt64, until: Instant, outcome: TransitionOutcome,
      released: NavigationState.Page? = nil
    ) {
      self.directive = directive
      self.until = until
      self.outcome = outcome
      self.released = released
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
    released: NavigationState.Page? = nil
  ) {
    // A pull that becomes an animation stays the same transition.
    if self.phase != .interactive { self.number &+= 1 }
    self.phase = .running(
      Run(directive: directive, until: until, outcome: outcome, released: released))
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

  private mutating func complete(_ outcome: TransitionOutcome) {
    self.phase = .idle
    self.last = outcome
  }
}

extension NavigationStack {
  /// What a pull from the edge comes to.
  package enum PullEffect: Hashable, Sendable {
    /// A finger moves the top page.
    case took
    /// The finger let go: the top page leaves.
    case popped(NavigationState.Page)
    /// The finger let go, so far along: the top page comes back.
    case returned(translation: Double)
    /// The pull was taken away.
    case cancelled
  }

  /// A finger pulls the top page away from the edge (rule N5).
  ///
  /// - Parameter distance: How far the finger has come inwards, pt.
  package mutating func handle(
    _ drag: PageDrag, distance: Double, width: Double, by rule: NavigationDefinition
  ) -> PullEffect? {
    switch (drag.phase, self.phase) {
    case (.began, .idle):
      guard rule.interactivePop, let top = self.pages.last, !top.isPresented, distance > 0 else {
        return nil
      }
      self.phase = .interactive
      self.number &+= 1
      self.change = NavigationState.Change(operation: .pop, route: top.route, style: top.style)
      return .took
    case (.ended, .interactive):
      guard distance > rule.popFraction * width, let top = self.pages.popLast() else {
        return .returned(translation: drag.translation)
      }
      return .popped(top)
    case (.cancelled, .interactive):
      self.complete(.cancelled)
      return .cancelled
    case (.began, .running), (.began, .interactive), (.moved, _), (.ended, .idle),
      (.ended, .running), (.cancelled, .idle), (.cancelled, .running):
      // The client follows the finger on the device; what came too late or too early means nothing.
      return nil
    }
  }

  /// The client let go before the verdict reached it: the page is back (rule D7).
  package mutating func letGo() -> Bool {
    guard case .running(let run) = self.phase, let page = run.released else { return false }
    self.pages.append(page)
    self.complete(.cancelled)
    return true
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
    case .interactive:
      let isMirrored = stage.environment.direction == .rightToLeft
      let back = self.pages.last?.style.timeline(isBack: true, byFinger: true, on: stage)
      let links = back?.links(
        to: .translation(.edge), distance: isMirrored ? -stage.width : stage.width)
      phase = .interactive(links: links ?? [], hold: rule.hold)
      pulled = back
    }
    return NavigationState(
      number: self.number, phase: phase, pages: self.pages, hidesBar: self.hidesBar,
      captures: pulled?.captures ?? [], staging: pulled?.staging ?? [], change: self.change)
  }
}
