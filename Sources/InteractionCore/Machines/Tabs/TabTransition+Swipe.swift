extension TabTransition {
  /// The surroundings of a swipe at the time of a drag event.
  package struct SwipeContext: Hashable, Sendable {
    /// The index of the selected tab.
    package var selected: Int
    /// The index of the tab to the right that may come, if any.
    package var right: Int?
    /// The index of the tab to the left that may come, if any.
    package var left: Int?
    /// The container's width, pt.
    package var width: Double

    package init(selected: Int, right: Int?, left: Int?, width: Double) {
      self.selected = selected
      self.right = right
      self.left = left
      self.width = width
    }

    /// Returns the tab that a drag brings in: a finger that moves left brings in the tab to the
    /// right.
    func incomingTab(at translation: Double) -> Int? {
      if translation < 0 { return self.right }
      return translation > 0 ? self.left : nil
    }
  }

  /// Handles a drag of the pages (rule X7).
  package mutating func handle(
    _ drag: PageDrag, by rule: TransitionDefinition, in context: SwipeContext
  ) -> [Effect] {
    switch drag.phase {
    case .began:
      // The `ended` of a drag in progress was lost. The new drag is ignored while another
      // transition runs or swiping is off.
      let dropped = self.endDrag(by: rule)
      guard case .idle = self.phase, self.swipes else { return dropped }
      self.isDragged = true
      return dropped + self.follow(drag.translation, by: rule, in: context)
    case .moved:
      guard self.isDragged else { return [] }
      return self.follow(drag.translation, by: rule, in: context)
    case .ended:
      guard self.isDragged else { return [] }
      var effects = self.follow(drag.translation, by: rule, in: context)
      self.isDragged = false
      guard case .interactive(let from, let to) = self.phase else { return effects }
      let sign: Double = to == context.right ? -1 : 1
      let isMeant = Self.decides(drag, sign: sign, by: rule, width: context.width)
      effects.append(
        isMeant
          ? .switched(from: from, to: to, translation: drag.translation)
          : .returned(from: from, to: to, translation: drag.translation))
      return effects
    case .cancelled:
      return self.cancelDrag(from: drag.translation)
    }
  }

  /// Cancels the drag without a release: the pages return from where the finger left them, as after
  /// a release that does not switch.
  package mutating func cancelDrag(from translation: Double = 0) -> [Effect] {
    guard self.isDragged else { return [] }
    self.isDragged = false
    guard case .interactive(let from, let to) = self.phase else { return [] }
    return [.returned(from: from, to: to, translation: translation)]
  }

  /// Ends the drag, because another finger takes over.
  private mutating func endDrag(by rule: TransitionDefinition) -> [Effect] {
    guard self.isDragged else { return [] }
    self.isDragged = false
    guard case .interactive(let from, let to) = self.phase else { return [] }
    return [.completed(self.complete(from, to, .cancelled, by: rule))]
  }

  /// Moves the pages with the finger; beyond the starting point the pair of pages changes.
  private mutating func follow(
    _ translation: Double, by rule: TransitionDefinition, in context: SwipeContext
  ) -> [Effect] {
    let neighbour = context.incomingTab(at: translation)
    var effects: [Effect] = []
    if case .interactive(let from, let to) = self.phase {
      // At the starting point the pair stays, unless its tab may no longer come.
      let isOpen = to == context.right || to == context.left
      if to == neighbour || (translation == 0 && isOpen) { return [] }
      effects.append(.completed(self.complete(from, to, .cancelled, by: rule)))
    }
    if let neighbour {
      self.number &+= 1
      self.phase = .interactive(from: context.selected, to: neighbour)
      effects.append(.began(from: context.selected, to: neighbour))
    }
    return effects
  }

  /// Returns whether a release switches tabs: far enough and not flung back, or fast enough.
  ///
  /// - Parameter sign: The direction of the finger that brings in the new page: 1 to the right, −1
  ///   to the left.
  private static func decides(
    _ drag: PageDrag, sign: Double, by rule: TransitionDefinition, width: Double
  ) -> Bool {
    let forward = sign * drag.velocity
    if forward > rule.flingVelocity { return true }
    return sign * drag.translation >= rule.swipeFraction * width
      && forward >= -rule.flingBackVelocity
  }
}
