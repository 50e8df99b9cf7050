import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// A scroll view's delegate that reports its callbacks as events, and forwards them to the app's
/// delegate.
@MainActor
final class ScrollDelegateProxy: NSObject, UIScrollViewDelegate {
  private var reporter: ScrollReporter
  private var contentSize: Size?
  private let report: (InteractionEvent.Kind) -> Bool
  let callbacks: ListCallbacks
  private(set) weak var scrollView: UIScrollView?
  // Read off the main actor when the Objective-C runtime queries it, which happens on the main
  // thread.
  nonisolated(unsafe) private weak var app: (any UIScrollViewDelegate)?

  /// Replaces the scroll view's delegate, which the app has set before, unless the app passes the
  /// callbacks.
  ///
  /// - Parameter report: Sends an event; returns whether it was sent.
  init(
    _ scrollView: UIScrollView, _ reporter: ScrollReporter,
    _ callbacks: ListCallbacks = .ofDelegate,
    report: @escaping (InteractionEvent.Kind) -> Bool
  ) {
    self.reporter = reporter
    self.report = report
    self.callbacks = callbacks
    self.scrollView = scrollView
    self.app = scrollView.delegate
    super.init()
    guard callbacks == .ofDelegate else { return }
    // A scroll view queries a delegate's methods only once, when it is set.
    scrollView.delegate = nil
    scrollView.delegate = self
  }

  /// The number of the newest drag.
  var drag: UInt32 { self.reporter.drag }

  /// A Boolean value that indicates whether callbacks arrive: the app may set another delegate.
  var isInstalled: Bool { self.callbacks == .ofApp || self.scrollView?.delegate === self }

  /// Restores the app's delegate.
  func restoreDelegate() {
    self.receive(.didLeaveWindow)
    if self.scrollView?.delegate === self { self.scrollView?.delegate = self.app }
  }

  func receive(_ callback: ScrollCallback) {
    guard let scrollView = self.scrollView else { return }
    self.reportContentSize(of: scrollView)
    for event in self.reporter.receive(callback, at: ScrollGeometry(scrollView)) {
      _ = self.report(event)
    }
  }

  /// Reports the content size if it has changed (rule S4), before the events that depend on it.
  private func reportContentSize(of scrollView: UIScrollView) {
    let size = Size(
      width: scrollView.contentSize.width, height: scrollView.contentSize.height)
    guard size != self.contentSize, size.height > 0,
      self.report(.contentSize(source: self.reporter.source, size: size))
    else { return }
    self.contentSize = size
  }

  /// Reports the content size again, to a new session.
  func reportAgain() {
    self.contentSize = nil
    if let scrollView = self.scrollView { self.reportContentSize(of: scrollView) }
  }

  // The app's method is bound before the call, because it is optional in UIKit.

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    self.receive(.didScroll)
    (self.app?.scrollViewDidScroll(_:))?(scrollView)
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    self.receive(.willBeginDragging)
    (self.app?.scrollViewWillBeginDragging(_:))?(scrollView)
  }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    if !scrollView.isPanCancelled { self.receive(.willEndDragging(velocity: Double(velocity.y))) }
    (self.app?.scrollViewWillEndDragging(_:withVelocity:targetContentOffset:))?(
      scrollView, velocity, targetContentOffset)
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    self.receive(
      scrollView.isPanCancelled
        ? .didCancelDragging(willDecelerate: decelerate)
        : .didEndDragging(willDecelerate: decelerate))
    (self.app?.scrollViewDidEndDragging(_:willDecelerate:))?(scrollView, decelerate)
  }

  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    self.receive(.willBeginDecelerating)
    (self.app?.scrollViewWillBeginDecelerating(_:))?(scrollView)
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    self.receive(.didEndDecelerating)
    (self.app?.scrollViewDidEndDecelerating(_:))?(scrollView)
  }

  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    self.receive(.didEndScrollingAnimation)
    (self.app?.scrollViewDidEndScrollingAnimation(_:))?(scrollView)
  }

  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    let scrolls = (self.app?.scrollViewShouldScrollToTop(_:))?(scrollView) ?? true
    if scrolls {
      let place = ScrollGeometry(scrollView)
      self.receive(.willScroll(to: Point(x: place.offset.x, y: 0)))
    }
    return scrolls
  }

  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    self.receive(.didScrollToTop)
    (self.app?.scrollViewDidScrollToTop(_:))?(scrollView)
  }

  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    self.receive(.didChangeLayout)
    (self.app?.scrollViewDidChangeAdjustedContentInset(_:))?(scrollView)
  }

  #if canImport(UIKit)
    // Forwards all other delegate methods, also those of table and collection views.

    nonisolated override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || self.app?.responds(to: selector) == true
    }

    nonisolated override func forwardingTarget(for selector: Selector!) -> Any? {
      self.app
    }
  #endif
}

extension UIScrollView {
  /// A Boolean value that indicates whether the system has cancelled the touch.
  fileprivate var isPanCancelled: Bool { self.panGestureRecognizer.state == .cancelled }
}

extension ScrollGeometry {
  /// Reads a scroll view's geometry.
  @MainActor
  init(_ scrollView: UIScrollView) {
    let (offset, insets) = (scrollView.contentOffset, scrollView.adjustedContentInset)
    self.init(
      contentOffset: Point(x: Double(offset.x), y: Double(offset.y)),
      adjustedInsets: Insets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right)))
  }
}
