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
  package var movement: Movement? {
    switch self.kind {
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
