// Properties of events that checkpoints, rate limits and the outbox depend on.

extension InteractionEvent.Kind {
  /// The label of scroll events.
  package static let scrollLabel = "scroll"

  /// A Boolean value that indicates whether the event completes a gesture or a scroll: a finger
  /// lifted or was cancelled, a scroll ended, or a tap, a tab selection or a menu choice was made.
  package var endsGesture: Bool {
    switch self {
    case .scroll(let scroll):
      switch scroll.phase {
      case .ended, .cancelled, .settled, .programmaticEnded: true
      case .began, .moved, .decelerating, .programmaticBegan, .programmaticMoved: false
      }
    case .pointer(let pointer): pointer.phase == .up || pointer.phase == .cancelled
    case .pageDrag(let drag): drag.phase == .ended || drag.phase == .cancelled
    case .tapTab, .selectTab, .pressTab, .menu: true
    default: false
    }
  }

  /// The subject of a pure movement; nil for an event that reports anything else.
  package var movement: MovementSubject? {
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

/// The subject of an event that only reports a new position. Of two events of one movement the
/// later supersedes the earlier, regardless of other events in between.
package enum MovementSubject: Hashable, Sendable {
  /// A list, in one phase of one drag.
  case list(SourceID, drag: UInt32, Scroll.Phase)
  /// A finger.
  case finger(UInt32)
  /// Pages under a finger that the client tracks with its own gesture recogniser.
  case pages(PageDrag.Subject)
}

extension InteractionEvent {
  /// The subject of a pure movement; nil for an event that reports anything else.
  package var movement: MovementSubject? { self.kind.movement }
}
