extension NavigationStack {
  /// What a finger's release did to the pages.
  package enum Release: Hashable, Sendable {
    /// This page came off the top.
    case removed(NavigationState.Page)
    /// The page on top came.
    case added
  }

  /// What a drag comes to.
  package enum PullEffect: Hashable, Sendable {
    /// A finger moves a page.
    case took
    /// The finger let go: the page comes or leaves, on from this part of its way.
    case finished(PagePull, NavigationState.Page, progress: Double)
    /// The finger let go too early: the page goes back from this part of its way.
    case returned(PagePull, progress: Double)
    /// The finger was taken away: the page goes back from this part of its way, which may be 0
    /// where the client does not say how far it has come.
    case cancelled(PagePull, progress: Double)
  }

  /// A finger drags a page above the root (rule N5).
  package mutating func handle(
    _ drag: PageDrag, in environment: Environment, by rule: NavigationDefinition
  ) -> PullEffect? {
    switch (drag.phase, self.phase) {
    case (.began, .idle):
      guard let pull = self.pull(of: drag, in: environment, by: rule),
        let page = self.page(of: pull)
      else { return nil }
      self.phase = .interactive(pull)
      self.number &+= 1
      self.change = NavigationState.Change(
        operation: pull.operation, route: page.route, style: page.style)
      return .took
    case (.ended, .interactive(let pull)) where pull.subject == drag.subject:
      let way = pull.progress(of: drag, in: environment)
      let progress = min(max(way, 0), 1)
      guard way > pull.fraction(by: rule), let page = self.carryOut(pull) else {
        return .returned(pull, progress: progress)
      }
      return .finished(pull, page, progress: progress)
    case (.cancelled, .interactive(let pull)) where pull.subject == drag.subject:
      let progress = pull.progress(of: drag, in: environment)
      return .cancelled(pull, progress: min(max(progress, 0), 1))
    case (.began, .running), (.began, .interactive), (.moved, _), (.ended, _), (.cancelled, _):
      // The client follows the finger on the device; what came too late or too early, or drags
      // something else, means nothing.
      return nil
    }
  }

  /// The client let go before the verdict reached it: the pages are as they were (rule D7).
  package mutating func letGo() -> Bool {
    guard case .running(let run) = self.phase, let release = run.release else { return false }
    switch release {
    case .removed(let page): self.pages.append(page)
    case .added: _ = self.pages.popLast()
    }
    self.complete(.cancelled)
    return true
  }

  /// The page that a finger moves.
  func page(of pull: PagePull) -> NavigationState.Page? {
    switch pull {
    case .popping, .dismissing: self.pages.last
    case .presenting(let route):
      NavigationState.Page(route: route, style: .scan, isPresented: true)
    }
  }

  /// The pages change as the finger wanted; returns the page that comes or leaves.
  private mutating func carryOut(_ pull: PagePull) -> NavigationState.Page? {
    guard let page = self.page(of: pull) else { return nil }
    if pull.isBack { self.pages.removeLast() } else { self.pages.append(page) }
    return page
  }

  /// What a drag that begins does, if it may do anything.
  private func pull(
    of drag: PageDrag, in environment: Environment, by rule: NavigationDefinition
  ) -> PagePull? {
    let pull: PagePull
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
    return isAllowed && pull.progress(of: drag, in: environment) > 0 ? pull : nil
  }
}
