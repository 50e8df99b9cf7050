extension Session {
  /// Handles a navigation request (rules N1–N4).
  mutating func navigate(_ request: NavigationRequest, in turn: inout CauseContext) {
    guard let rule = self.experience.navigation else {
      self.refuse(.navigate(request.operation), .absent, in: &turn)
      return
    }
    // A request takes precedence over an interactive pull.
    if case .interactive = self.state.navigation.phase {
      self.endNavigation(in: &turn) { $0.finish() }
    }
    let style = self.style(of: request, by: rule)
    switch self.state.navigation.handle(request, style: style) {
    case .refuse(let reason):
      self.refuse(.navigate(request.operation), reason, in: &turn)
    case .change(let page):
      // A page leaves in the style in which it came, unless the request specifies one.
      let isBack: Bool
      let shown: NavigationStyle
      switch request.operation {
      case .push, .present: (isBack, shown) = (false, page.style)
      case .pop, .popToRoot, .dismiss: (isBack, shown) = (true, request.style ?? page.style)
      }
      let stage = self.stage(by: rule, keyFrame: request.keyFrame ?? page.keyFrame)
      let timeline = shown.timeline(isBack: isBack, on: stage)
      self.start(
        request.operation, of: page, style: shown, timeline?.timed(self.motionDuration), by: rule,
        in: &turn)
    }
  }

  /// Starts the animation of a page that comes or goes.
  private mutating func start(
    _ operation: NavigationRequest.Operation, of page: NavigationState.Page,
    style: NavigationStyle, _ timeline: Timeline?, by rule: NavigationDefinition,
    release: NavigationStack.ReleasedChange? = nil, in turn: inout CauseContext
  ) {
    self.endPull(in: &turn)
    let refusedTaps = self.isBarBlocked
    if rule.completesAtStart && release == nil {
      self.state.navigation.startCompleted()
    } else {
      // The duration of the platform's own animation is an estimate.
      let stage = self.stage(by: rule, keyFrame: page.keyFrame)
      let expected = timeline?.duration ?? self.motionDuration(style.duration(on: stage))
      self.state.navigation.start(
        directive: self.state.nextDirective, until: self.state.now + expected + rule.watchdog,
        release: release)
    }
    self.state.navigation.change = NavigationState.Change(
      operation: operation, route: page.route, style: style)
    self.emit(
      self.pageSettings(by: rule, since: refusedTaps), playing: timeline, in: &turn)
    self.reconcileToggles(in: &turn)
  }

  /// Returns the style of a request; with a second floor every push may fade (rule F11).
  private func style(
    of request: NavigationRequest, by rule: NavigationDefinition
  ) -> NavigationStyle {
    switch request.operation {
    case .push where rule.fadesEveryPush && self.experience.floor != nil: .fade
    case .present: request.style ?? rule.presentStyle
    case .push, .pop, .popToRoot, .dismiss: request.style ?? rule.style
    }
  }

  func stage(by rule: NavigationDefinition, keyFrame: Rect? = nil) -> NavigationGeometry {
    let transition = self.experience.tabBar.transition ?? TransitionDefinition()
    // A transition of another style has no spring to use (rule N4).
    let spring = transition.style == .spring ? transition.spring : TransitionDefinition().spring
    return NavigationGeometry(
      surface: self.state.surface, keyFrame: keyFrame, zoomFrame: rule.zoomFrame,
      sheetHeight: rule.sheetHeight, sheetBounces: rule.sheetBounces, spring: spring,
      gap: transition.gap, timings: rule.timings)
  }

  /// Ends the running transition if `end` says so, and emits its end once.
  mutating func endNavigation(
    in turn: inout CauseContext, by end: (inout NavigationStack) -> Bool
  ) {
    let refusedTaps = self.isBarBlocked
    guard let rule = self.experience.navigation, end(&self.state.navigation) else { return }
    self.emit(self.pageSettings(by: rule, since: refusedTaps), in: &turn)
    self.reconcileToggles(in: &turn)
  }

  /// Handles a drag of a page above the root (rule N5).
  mutating func pull(_ drag: PageDrag, in turn: inout CauseContext) {
    guard let rule = self.experience.navigation,
      let effect = self.state.navigation.handle(drag, in: self.state.surface, by: rule)
    else { return }
    switch effect {
    case .began:
      self.endPull(in: &turn)
      self.state.generations.navigation &+= 1
      self.emit(self.navigationSetting(by: rule), in: &turn)
    case .finished(let pull, let page, let progress):
      let timeline = self.timeline(of: pull, moving: page, by: rule)
      self.start(
        pull.operation, of: page, style: page.style,
        timeline?.remainder(from: progress, toEnd: true).timed(self.motionDuration), by: rule,
        release: pull.removesPage ? .removed(page) : .added, in: &turn)
    case .returned(let pull, let progress):
      self.returnPage(pull, from: progress, by: rule, in: &turn)
    case .cancelled(let pull, let progress):
      self.returnPage(pull, from: progress, takesWholeTime: true, by: rule, in: &turn)
    }
  }

  /// Returns the page to its position after a release that was too early, or a cancelled drag.
  private mutating func returnPage(
    _ pull: InteractivePageTransition, from progress: Double, takesWholeTime: Bool = false,
    by rule: NavigationDefinition, in turn: inout CauseContext
  ) {
    let page = self.state.navigation.page(of: pull)
    let timeline = self.timeline(of: pull, moving: page, by: rule)?
      .remainder(from: progress, toEnd: false, usesFullDuration: takesWholeTime).timed(
        self.motionDuration)
    guard let timeline else {
      // The platform animates it by itself: there is no end to wait for.
      self.endNavigation(in: &turn) { $0.finish() }
      return
    }
    let refusedTaps = self.isBarBlocked
    self.state.navigation.start(
      directive: self.state.nextDirective,
      until: self.state.now + timeline.duration + rule.watchdog, outcome: .cancelled)
    self.emit(
      self.pageSettings(by: rule, since: refusedTaps), playing: timeline, in: &turn)
  }

  /// Returns the complete interactive timeline of a page; nil for the platform's own.
  private func timeline(
    of pull: InteractivePageTransition, moving page: NavigationState.Page?,
    by rule: NavigationDefinition
  ) -> Timeline? {
    page?.style.timeline(
      isBack: pull.removesPage, byFinger: true, on: self.stage(by: rule, keyFrame: page?.keyFrame))
  }
}
