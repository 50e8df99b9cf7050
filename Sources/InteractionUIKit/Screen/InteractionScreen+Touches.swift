public import InteractionCore

#if canImport(UIKit)
  public import UIKit
#else
  public import UIKitStandIns
#endif

extension InteractionScreen {
  /// Reports the fingers on a view, until ``stopObservingTouches(as:)``. Adds a recognizer to it;
  /// the view must take touches.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - target: The view's name among the pointer targets: `ViewPath.tab(_:)` for taps on an item,
  ///     `.pageContainer` for sideways swipes, `.floorPage` for drags of the open floor, and
  ///     `.scan` or `.scan(presenting:)` for pans that present and dismiss pages. For the back edge
  ///     use ``observeBack(_:)``.
  ///   - hasLongPress: A Boolean value that indicates whether the item has a long press or a menu:
  ///     then each of its touches is reported, not only taps.
  public func observeTouches(
    on view: UIView, as target: ViewPath, hasLongPress: Bool = false
  ) {
    self.touches.observe(view, as: target, hasLongPress: hasLongPress)
  }

  /// Stops reporting the fingers on a target's view, and removes the recognizer.
  public func stopObservingTouches(as target: ViewPath) {
    self.touches.stopObserving(target)
  }

  /// Reports the pulls of a recognizer as touches on the back edge (rule N5), until
  /// ``stopObservingBack(_:)``. Swipes between pages wait until it fails.
  ///
  /// Call it for a navigation controller's `interactivePopGestureRecognizer` and, from iOS 26 on,
  /// `interactiveContentPopGestureRecognizer`; without one, for your own
  /// `UIScreenEdgePanGestureRecognizer`.
  public func observeBack(_ recognizer: UIGestureRecognizer) {
    self.touches.observeBack(recognizer)
  }

  /// Stops reporting the pulls of a recognizer.
  public func stopObservingBack(_ recognizer: UIGestureRecognizer) {
    self.touches.stopObservingBack(recognizer)
  }
}
