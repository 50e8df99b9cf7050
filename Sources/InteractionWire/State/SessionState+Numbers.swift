import InteractionCore

// Servers of other versions seal with the same keys: their checkpoints are validated like a peer's
// input.

extension Proto.SealedSession {
  /// A Boolean value that indicates whether all numbers are in range, with room for increments.
  package var hasSaneNumbers: Bool {
    self.appliedEvent <= .max / 2 && self.eventAllowance.isSane && self.state.hasSaneNumbers
  }
}

extension Proto.SessionState {
  /// A Boolean value that indicates whether all numbers are in range, with room for increments.
  package var hasSaneNumbers: Bool {
    (1 ... UInt64.max / 2).contains(self.nextDirective) && self.fractions.allSatisfy { $0.isSane }
      && self.badges.allSatisfy { badge in
        (0 ... Int64(BadgeMachine.maximumCount)).contains(badge.count.count)
      }
  }

  /// All floating-point numbers except the surface's, which are validated when it is read.
  private var fractions: [Double] {
    let fingers = [
      self.barTouch.down, self.barTouch.strayed, self.barTouch.pressed, self.pageTouch.possible,
      self.pageTouch.dragging, self.pageTouch.failed,
    ]
    let pages = self.navigation.pages + [self.navigation.running.released]
    return self.scrolls.flatMap { [$0.x, $0.y, $0.contentHeight] }
      + self.toggles.map { $0.armedReference } + self.badges.flatMap { [$0.dx, $0.dy, $0.height] }
      + fingers.flatMap { [$0.x, $0.y] }
      + self.pageTouch.samplePosition + pages.flatMap { $0.keyFrame }
      + [self.floor.open.start, self.floor.open.y, self.floor.asset.width, self.floor.asset.height]
      + self.floor.samplePosition + self.carousels.map { $0.contentWidth }
  }
}

extension Double {
  /// A hundred times the range that events can reach.
  fileprivate var isSane: Bool { abs(self) <= 1e9 }
}
