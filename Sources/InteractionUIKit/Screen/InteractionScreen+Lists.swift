public import InteractionCore
public import InteractionPresentation

#if canImport(UIKit)
  public import UIKit
#else
  public import UIKitStandIns
#endif

extension InteractionScreen {
  /// Handles a callback of a list that was observed with ``ListCallbacks/ofApp``, when the scroll
  /// view has its new offset.
  public func receive(_ callback: ScrollCallback, of source: SourceID) {
    guard let list = self.lists[source], let scrollView = list.scrollView else { return }
    // Unlike a delegate's callback, one by the app may follow a scroll by the renderer late.
    if callback == .didScroll, self.knows(ScrollGeometry(scrollView).offset, of: source) { return }
    list.receive(callback)
  }

  /// Returns whether callbacks of `scrollView` are reported under a list's ID.
  public func isObserving(_ scrollView: UIScrollView, as source: SourceID) -> Bool {
    guard let list = self.lists[source] else { return false }
    return list.scrollView === scrollView && list.isInstalled
  }

  /// Returns whether the scene has an offset of a list, up to the rounding to pixels.
  private func knows(_ offset: Point, of source: SourceID) -> Bool {
    guard let known = self.source?.scene()[.list(source)]?.values.contentOffset else {
      return false
    }
    return abs(known.x - offset.x) < 0.5 && abs(known.y - offset.y) < 0.5
  }
}
