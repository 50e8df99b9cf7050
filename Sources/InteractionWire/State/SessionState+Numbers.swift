import InteractionCore

// Servers of other versions seal with the same keys: what they have sealed is read as a peer's.

extension Proto.SealedSession {
  /// Whether all numbers are such as a session comes to, and have room to count on.
  package var hasSaneNumbers: Bool {
    self.appliedEvent <= .max / 2 && self.eventAllowance.isSane && self.state.hasSaneNumbers
  }
}

extension Proto.SessionState {
  /// Whether all numbers are such as a session comes to, and have room to count on.
  package var hasSaneNumbers: Bool {
    (1 ... UInt64.max / 2).contains(self.nextDirective) && self.fractions.allSatisfy(\.isSane)
      && self.badges.allSatisfy { badge in
        (0 ... Int64(Badge.maximumCount)).contains(badge.count.count)
      }
  }

  /// All numbers that may have a fraction, but for the surface, which is checked where it is read.
  private var fractions: [Double] {
    let fingers = [
      self.barTouch.down, self.barTouch.strayed, self.barTouch.pressed, self.pageTouch.possible,
      self.pageTouch.dragging, self.pageTouch.failed,
    ]
    let pages = self.navigation.pages + [self.navigation.running.released]
    return self.scrolls.flatMap { [$0.x, $0.y, $0.contentHeight] }
      + self.toggles.map(\.armedReference) + self.badges.flatMap { [$0.dx, $0.dy, $0.height] }
      + fingers.flatMap { [$0.x, $0.y] }
      + self.pageTouch.samplePosition + pages.flatMap(\.keyFrame)
      + [self.floor.open.start, self.floor.open.y, self.floor.asset.width, self.floor.asset.height]
      + self.floor.samplePosition + self.carousels.map(\.contentWidth)
  }
}

extension Double {
  /// What events can lead to is a hundred times smaller.
  fileprivate var isSane: Bool { abs(self) <= 1e9 }
}
