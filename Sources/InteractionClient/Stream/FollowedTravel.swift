import InteractionCore

/// A list's travel as the engine follows it (rule R12).
struct FollowedTravel: Sendable {
  /// The height of the list's content, on which the end of its travel depends.
  enum ContentHeight: Sendable {
    /// No client has reported it.
    case unreported
    /// The client has reported this height, pt.
    case reported(Double)
    /// The engine may have received another height.
    case unknown
  }

  var contentHeight: ContentHeight
  /// A Boolean value that indicates whether the newest event lies in the same cell of travel as the
  /// event before it.
  private(set) var staysInCell = false
  /// The travel; nil before the first event.
  private var travel: ScrollTravel?
  /// A Boolean value that indicates whether the engine has the same travel.
  private var isKnown: Bool
  /// The offset of the running programmatic scroll, of which only the end counts.
  private var programmatic: Double?

  /// - Parameter isKnown: False if the engine may have received other events of the list.
  init(isKnown: Bool = true) {
    self.isKnown = isKnown
    self.contentHeight = isKnown ? .unreported : .unknown
  }

  /// Follows an event, as `Session` does.
  mutating func follow(_ scroll: Scroll, on surface: Surface?, by lines: TriggerLines?) {
    if let lines, !lines.dependsOnTravel {
      self.staysInCell = true
      self.isKnown = false
      return
    }
    let y = self.end(of: scroll.y, on: surface)
    switch scroll.phase {
    case .programmaticBegan, .programmaticMoved:
      self.travel = self.travel ?? ScrollTravel(at: y)
      self.programmatic = y
      self.staysInCell = true
    case .began, .moved, .ended, .cancelled, .decelerating, .settled, .programmaticEnded:
      let former = self.travel ?? ScrollTravel(at: y)
      var travel = former
      if let programmatic = self.programmatic.take() { travel.move(to: programmatic) }
      travel.move(to: y)
      self.travel = travel
      let turns = travel.turn != former.turn
      let isContentKnown = self.isContentKnown(on: surface)
      if turns && isContentKnown { self.isKnown = true }
      self.staysInCell =
        self.isKnown && isContentKnown && lines?.isSameCell(former, travel) == true
    }
  }

  private func isContentKnown(on surface: Surface?) -> Bool {
    switch self.contentHeight {
    case .unreported: true
    case .reported: surface != nil
    case .unknown: false
    }
  }

  /// Returns an offset without the bounces at the ends of the list.
  private func end(of y: Double, on surface: Surface?) -> Double {
    guard case .reported(let height) = self.contentHeight, let surface else { return max(y, 0) }
    return max(min(y, surface.largestOffset(height)), 0)
  }
}
