extension NavigationStack {
  /// The change to the pages that a finger's release made.
  package enum ReleasedChange: Hashable, Sendable {
    /// This page was removed from the top.
    case removed(NavigationState.Page)
    /// The top page was added.
    case added
  }

  /// The effect of a drag.
  package enum PullEffect: Hashable, Sendable {
    /// A finger has started to move a page.
    case began
    /// The finger lifted: the transition continues from `progress` to its end.
    case finished(InteractivePageTransition, NavigationState.Page, progress: Double)
    /// The finger lifted too early: the page returns from `progress`.
    case returned(InteractivePageTransition, progress: Double)
    /// The drag was cancelled: the page returns from `progress`, which may be 0 if the client does
    /// not report it.
    case cancelled(InteractivePageTransition, progress: Double)
  }

  /// Handles a drag of a page above the root (rule N5).
  package mutating func handle(
    _ drag: PageDrag, in surface: Surface, by rule: NavigationDefinition
  ) -> PullEffect? {
    switch (drag.phase, self.phase) {
    case (.began, .idle):
      guard let pull = self.pull(of: drag, in: surface, by: rule),
        let page = self.page(of: pull)
      else { return nil }
      self.phase = .interactive(pull)
      self.number &+= 1
      self.change = NavigationState.Change(
        operation: pull.operation, route: page.route, style: page.style)
      return .began
    case (.ended, .interactive(let pull)) where pull.subject == drag.subject:
      let way = pull.progress(of: drag, in: surface)
      let progress = min(max(way, 0), 1)
      guard way > pull.fraction(by: rule), let page = self.commit(pull) else {
        return .returned(pull, progress: progress)
      }
      return .finished(pull, page, progress: progress)
    case (.cancelled, .interactive(let pull)) where pull.subject == drag.subject:
      let progress = pull.progress(of: drag, in: surface)
      return .cancelled(pull, progress: min(max(progress, 0), 1))
    case (.began, .running), (.began, .interactive), (.moved, _), (.ended, _), (.cancelled, _):
      // The client moves the page itself; an event that is too late, too early or of another drag
      // is ignored.
      return nil
    }
  }

  /// Reverts a release, because the client's hold timed out before the decision arrived (rule D7).
  /// Returns whether there was one.
  package mutating func revertRelease() -> Bool {
    guard case .running(let run) = self.phase, let release = run.release else { return false }
    switch release {
    case .removed(let page): self.pages.append(page)
    case .added: _ = self.pages.popLast()
    }
    self.complete(.cancelled)
    return true
  }

  /// Returns the page that a finger moves.
  func page(of pull: InteractivePageTransition) -> NavigationState.Page? {
    switch pull {
    case .popping, .dismissing: self.pages.last
    case .presenting(let route):
      NavigationState.Page(route: route, style: .scan, isPresented: true)
    }
  }

  /// Applies the pull to the pages; returns the page that comes or leaves.
  private mutating func commit(_ pull: InteractivePageTransition) -> NavigationState.Page? {
    guard let page = self.page(of: pull) else { return nil }
    if pull.removesPage { self.pages.removeLast() } else { self.pages.append(page) }
    return page
  }

  /// Returns the pull that a drag starts; nil if it is not allowed.
  private func pull(
    of drag: PageDrag, in surface: Surface, by rule: NavigationDefinition
  ) -> InteractivePageTransition? {
    let pull: InteractivePageTransition
    let isAllowed: Bool
    switch drag.subject {
    case .tabs:
      return nil
    case .back:
      pull = .popping
      isAllowed = rule.interactivePop && self.pages.last?.isPresented == false
    case .scan where drag.translation > 0:
      pull = .presenting(route: drag.route)
      isAllowed =
        rule.interactiveScan && !drag.route.isEmpty
        && self.pages.count < NavigationDefinition.maximumPages
    case .scan:
      pull = .dismissing
      let top = self.pages.last
      isAllowed = rule.interactiveScan && top?.isPresented == true && top?.style == .scan
    }
    return isAllowed && pull.progress(of: drag, in: surface) > 0 ? pull : nil
  }
}
