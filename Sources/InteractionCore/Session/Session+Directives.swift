/// The conversion of decisions to directives.
extension Session {
  mutating func emit(
    _ settings: Setting..., playing timeline: Timeline? = nil, with effects: Effect...,
    in turn: inout CauseContext
  ) {
    self.emit(settings, playing: timeline, effects: effects, in: &turn)
  }

  mutating func emit(
    _ settings: [Setting], playing timeline: Timeline? = nil, effects: [Effect] = [],
    replacingAll: Bool = false, in turn: inout CauseContext
  ) {
    turn.outcome.directives.append(
      Directive(
        sequence: self.state.nextDirective, cause: turn.cause, at: self.state.now,
        replacesAll: replacingAll, settings: settings, timeline: timeline, effects: effects))
    self.state.nextDirective += 1
  }

  /// Emits a complete snapshot (rule D5).
  mutating func emitSnapshot(in turn: inout CauseContext) {
    self.emit(self.snapshot.settings, replacingAll: true, in: &turn)
  }

  mutating func refuse(
    _ request: Refusal.Request, _ reason: Refusal.Reason, in turn: inout CauseContext
  ) {
    self.emit(
      [],
      effects: [.refusal(Refusal(request: request, reason: reason))]
        + self.announcement(of: .refused),
      in: &turn)
  }

  mutating func emitToggle(_ index: Int, animated: Bool, in turn: inout CauseContext) {
    self.state.generations.toggles[index] &+= 1
    var settings = [self.toggleSetting(index)]
    if self.experience.toggles[index].appearance.hidesBar {
      self.state.generations.layout &+= 1
      settings.append(self.layoutSetting)
    }
    guard animated else {
      self.emit(settings, in: &turn)
      return
    }
    let timeline = self.experience.toggles[index].timeline(
      to: self.state.toggles[index].look,
      bar: self.experience.tabBar.fullHeight(in: self.state.surface), in: self.state.surface,
      duration: self.motionDuration)
    self.emit(settings, playing: timeline, in: &turn)
  }

  /// - Parameter others: Settings that change in the same directive.
  mutating func emitFloor(
    _ effect: SecondFloor.Effect, with others: [Setting], in turn: inout CauseContext
  ) {
    guard let definition = self.experience.floor else { return }
    switch effect {
    case .entered(let phase, let pulled):
      self.state.generations.floor &+= 1
      self.emitFloor(entered: phase, pulled: pulled, as: definition, with: others, in: &turn)
    case .springBack(let pulled):
      let timeline = definition.springBackTimeline(
        pulled: pulled, in: self.state.surface, duration: self.motionDuration)
      self.emit(playing: timeline, in: &turn)
    case .peek:
      self.emit(playing: definition.peekTimeline(duration: self.motionDuration), in: &turn)
    case .refuse(let command, let reason):
      self.refuse(.floor(command), reason, in: &turn)
    }
  }

  private mutating func emitFloor(
    entered phase: FloorState.Phase, pulled: Double, as definition: FloorDefinition,
    with others: [Setting], in turn: inout CauseContext
  ) {
    let surface = self.state.surface
    let settings = [self.floorSetting(of: definition, in: phase)] + others
    let effects = self.announcement(of: phase)
    switch phase {
    case .pulling, .tip, .armed, .open, .closed:
      self.emit(settings, effects: effects, in: &turn)
    case .opening:
      let y = self.wiring.floorSource.map { self.state.scrolls[$0].y } ?? 0
      let barHeight = min(
        self.experience.tabBar.fullHeight(in: surface), surface.viewport.height)
      let timeline = definition.openingTimeline(
        pull: min(max(-y, 0), surface.viewport.height - barHeight),
        barHeight: barHeight,
        in: surface,
        duration: self.motionDuration
      )
      self.emit(settings, playing: timeline, in: &turn)
    case .closing:
      let timeline = definition.closingTimeline(
        pulled: pulled, in: surface, duration: self.motionDuration)
      self.emit(settings, playing: timeline, effects: effects, in: &turn)
    }
  }

  /// Emits the links if the linked view has changed (rules F12, F16).
  mutating func emitLinks(since former: LinkedView, in turn: inout CauseContext) {
    guard let definition = self.experience.floor,
      self.links(of: definition, to: former) != self.links(of: definition, to: self.linkedView)
    else { return }
    self.state.generations.links &+= 1
    self.emit(self.linksSetting(of: definition), in: &turn)
  }

  /// The mapping of durations: reduced motion keeps every directive but makes its durations zero
  /// (rule D4).
  ///
  /// The closure captures only that flag, to avoid copying the session.
  var motionDuration: (TimeSpan) -> TimeSpan {
    let isReduced = self.state.surface.reducedMotion
    return { isReduced ? .zero : $0 }
  }
}
