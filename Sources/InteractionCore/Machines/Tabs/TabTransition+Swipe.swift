extension TabTransition {
  /// Where the pages stand while a finger drags them.
  package struct SwipeContext: Hashable, Sendable {
    /// The selected tab.
    package var selected: Int
    /// The tab that comes from the right, if there is one that may.
    package var right: Int?
    /// The tab that comes from the left, if there is one that may.
    package var left: Int?
    /// The container's width, pt.
    package var width: Double

    package init(selected: Int, right: Int?, left: Int?, width: Double) {
      self.selected = selected
      self.right = right
      self.left = left
      self.width = width
    }

    /// The tab that a drag brings in: a finger that moves left pulls in what is to the right.
    func neighbour(at translation: Double) -> Int? {
      if translation < 0 { return self.right }
      return translation > 0 ? self.left : nil
    }
  }

  /// A finger drags the pages (rule X7).
  package mutating func handle(
    _ drag: PageDrag, by rule: Held<TransitionDefinition>, in context: SwipeContext
  ) -> [Effect] {
    switch drag.phase {
    case .began:
      // A drag that goes on must have ended unseen. The new one is ignored while another transition
      // runs, and where swiping is off.
      let dropped = self.drop(by: rule)
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
      return self.giveBack(from: drag.translation)
    }
  }

  /// The finger is gone for other reasons than its release: the pages go back from where it left
  /// them, as after a release that was not meant.
  package mutating func giveBack(from translation: Double = 0) -> [Effect] {
    guard self.isDragged else { return [] }
    self.isDragged = false
    guard case .interactive(let from, let to) = self.phase else { return [] }
    return [.returned(from: from, to: to, translation: translation)]
  }

  /// Another finger takes the pages.
  private mutating func drop(by rule: Held<TransitionDefinition>) -> [Effect] {
    guard self.isDragged else { return [] }
    self.isDragged = false
    guard case .interactive(let from, let to) = self.phase else { return [] }
    return [.completed(self.complete(from, to, .cancelled, by: rule))]
  }

  /// The pages follow the finger; on the other side of its start they are another pair.
  private mutating func follow(
    _ translation: Double, by rule: Held<TransitionDefinition>, in context: SwipeContext
  ) -> [Effect] {
    let neighbour = context.neighbour(at: translation)
    var effects: [Effect] = []
    if case .interactive(let from, let to) = self.phase {
      // At the very start it is still the same pair, unless its tab may not come any more.
      let isOpen = to == context.right || to == context.left
      if to == neighbour || (translation == 0 && isOpen) { return [] }
      effects.append(.completed(self.complete(from, to, .cancelled, by: rule)))
    }
    if let neighbour {
      self.number &+= 1
      self.phase = .interactive(from: context.selected, to: neighbour)
      effects.append(.took(from: context.selected, to: neighbour))
    }
    return effects
  }

  /// Whether a release switches tabs: far enough and not flung back, or fast enough.
  ///
  /// - Parameter sign: Which way the finger pulls the new page in: 1 to the right, −1 to the left.
  private static func decides(
    _ drag: PageDrag, sign: Double, by rule: Held<TransitionDefinition>, width: Double
  ) -> Bool {
    let forward = sign * drag.velocity
    if forward > rule.flingVelocity { return true }
    return sign * drag.translation >= rule.swipeFraction * width
      && forward >= -rule.flingBackVelocity
  }
}
