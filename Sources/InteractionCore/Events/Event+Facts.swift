// The facts of each kind of event that other parts go by: checkpoints, limits, the outbox.

extension Event.Kind {
  /// The label of scroll events.
  package static let scrollLabel = "scroll"

  /// Whether a gesture is complete: a finger has left, or a tap or a choice was made.
  package var endsGesture: Bool {
    switch self {
    case .scroll(let scroll):
      switch scroll.phase {
      case .ended, .cancelled, .settled, .programmaticEnded: true
      case .began, .moved, .decelerating, .programmaticBegan, .programmaticMoved: false
      }
    case .pointer(let pointer): pointer.phase == .up || pointer.phase == .cancelled
    case .pageDrag(let drag): drag.phase == .ended || drag.phase == .cancelled
    case .tapTab, .selectTab, .menu: true
    default: false
    }
  }

  /// The subject that moves; nil if the event says more than that.
  package var movement: Movement? {
    switch self {
    case .scroll(let scroll):
      switch scroll.phase {
      case .moved, .decelerating, .programmaticMoved:
        .list(scroll.source, drag: scroll.drag, scroll.phase)
      case .began, .ended, .cancelled, .settled, .programmaticBegan, .programmaticEnded: nil
      }
    case .pointer(let pointer): pointer.phase == .moved ? .finger(pointer.id) : nil
    case .pageDrag(let drag): drag.phase == .moved ? .pages(drag.subject) : nil
    default: nil
    }
  }
}

/// The subject of an event that only says where something has moved on to. Of two events of one
/// movement the later overtakes the earlier, whatever else moves between them.
package enum Movement: Hashable, Sendable {
  /// A list, in one phase of one drag.
  case list(SourceID, drag: UInt32, Scroll.Phase)
  /// A finger.
  case finger(UInt32)
  /// Pages under a finger that the client follows itself.
  case pages(PageDrag.Subject)
}

extension Event {
  /// The subject that moves; nil if the event says more than that.
  package var movement: Movement? { self.kind.movement }
}
