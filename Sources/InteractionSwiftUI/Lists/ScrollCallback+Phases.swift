import InteractionPresentation

#if canImport(UIKit)
  import SwiftUI
#else
  import SwiftUIStandIns
#endif

@available(iOS 18, *)
extension ScrollCallback {
  /// Returns UIKit's callbacks for a change of SwiftUI's phase.
  ///
  /// SwiftUI has no phase for a drag that the system cancels: it is reported as a lift. The engine
  /// computes the velocity of a lift from the offsets.
  static func callbacks(from old: ScrollPhase, to new: ScrollPhase) -> [ScrollCallback] {
    switch (old, new) {
    case _ where old == new: []
    case (_, .interacting): [.willBeginDragging]
    case (_, .decelerating): [.didEndDragging(willDecelerate: true)]
    case (.interacting, .animating): [.didEndDragging(willDecelerate: false), .willScroll(to: nil)]
    case (_, .animating): [.willScroll(to: nil)]
    case (.animating, .idle): [.didEndScrollingAnimation]
    // A drag that ended in a touch that moved no more, or a deceleration.
    case (_, .idle): [.didEndDragging(willDecelerate: false), .didEndDecelerating]
    // A finger that touches a list moves it only when it interacts.
    default: []
    }
  }
}
