public import InteractionCore

/// What a scroll view tells its delegate, in UIKit's words; other platforms' callbacks map to
/// these.
public enum ScrollCallback: Hashable, Sendable {
  /// A finger starts to drag, on a resting list or on one that coasts.
  case willBeginDragging
  /// The offset changed, for whatever reason.
  case didScroll
  /// The finger lifts; the vertical velocity is in points per **milli**second, as UIKit has it,
  /// positive when the offset grows.
  case willEndDragging(velocity: Double)
  /// The finger has lifted.
  case didEndDragging(willDecelerate: Bool)
  /// The system has taken the finger away: a cancelled pan gesture, a `touchcancel`.
  case didCancelDragging(willDecelerate: Bool)
  /// The content starts to coast.
  case willBeginDecelerating
  /// The content has come to rest.
  case didEndDecelerating
  /// The app, or a tap on the status bar, is about to scroll with an animation. UIKit has no such
  /// callback: say it before `setContentOffset(_:animated:)`, and when the list may scroll to its
  /// top. `to` is the destination, if known: UIKit reports no end of an animation to where the list
  /// already is.
  case willScroll(to: Point?)
  /// That animation is over.
  case didEndScrollingAnimation
  /// The list has arrived at its top after a tap on the status bar.
  case didScrollToTop
  /// The insets or the bounds have changed.
  case didChangeLayout
  /// The list has left its window: no other callback will come of what runs.
  case didLeaveWindow
}
