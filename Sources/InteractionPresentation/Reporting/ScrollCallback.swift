public import InteractionCore

/// A callback of a scroll view, with UIKit's names; other platforms' callbacks map to these.
public enum ScrollCallback: Hashable, Sendable {
  /// A drag begins, on a resting or a decelerating list.
  case willBeginDragging
  /// The offset has changed, for whatever reason.
  case didScroll
  /// The finger lifts; the vertical velocity is in points per **milli**second, as in UIKit,
  /// positive if the offset grows.
  case willEndDragging(velocity: Double)
  /// The finger has lifted.
  case didEndDragging(willDecelerate: Bool)
  /// The system has cancelled the touch: a cancelled pan gesture, or a `touchcancel`.
  case didCancelDragging(willDecelerate: Bool)
  /// The deceleration begins.
  case willBeginDecelerating
  /// The deceleration has ended.
  case didEndDecelerating
  /// An animated scroll of the app, or to the top after a tap on the status bar, is about to begin.
  /// UIKit has no such callback: send it before `setContentOffset(_:animated:)`, and when the list
  /// may scroll to its top. `to` is the destination, if known: UIKit does not report the end of an
  /// animation to the current offset.
  case willScroll(to: Point?)
  /// The animated scroll has ended.
  case didEndScrollingAnimation
  /// The list has reached its top after a tap on the status bar.
  case didScrollToTop
  /// The insets or the bounds have changed.
  case didChangeLayout
  /// The list has left its window: callbacks of a running scroll will not arrive.
  case didLeaveWindow
}
