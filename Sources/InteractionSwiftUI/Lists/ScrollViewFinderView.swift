import InteractionUIKit

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// A view that looks for its scroll view when it enters a window and with each layout, and observes
/// it until it leaves.
@MainActor
final class ScrollViewFinderView: UIView {
  private var observation: ListObservation?
  private weak var screen: InteractionScreen?
  private weak var found: UIScrollView?

  /// Observes the scroll view as a list of a screen; nil for none.
  func observe(_ observation: ListObservation?, on screen: InteractionScreen?) {
    if observation != self.observation || screen !== self.screen { self.stop() }
    (self.observation, self.screen) = (observation, screen)
    self.search()
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if self.window == nil { self.stop() } else { self.search() }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    self.search()
  }

  private func search() {
    guard let observation = self.observation, let screen = self.screen, self.window != nil,
      observation.selection != .hidden, let list = self.nearestScrollView
    else { return }
    // SwiftUI may have another scroll view, or have set its delegate again.
    let isOwn = self.found === list
    if isOwn, screen.isObserving(list, as: observation.source) { return }
    self.found = list
    if case .shown(let name) = observation.selection, !isOwn {
      screen.show(list, list: name, of: observation.source, callbacks: observation.callbacks)
    } else {
      screen.observe(list, as: observation.source, callbacks: observation.callbacks)
    }
  }

  private func stop() {
    if let list = self.found, let source = self.observation?.source,
      self.screen?.isObserving(list, as: source) == true
    {
      self.screen?.stopObserving(source)
    }
    self.found = nil
  }
}

extension UIView {
  /// The scroll view that covers this view and lies beside it or one of its superviews, else the
  /// one that contains it.
  fileprivate var nearestScrollView: UIScrollView? {
    let frame = self.convert(self.bounds, to: nil)
    guard frame.width > 0, frame.height > 0 else { return nil }
    var (inner, next): (UIView, UIView?) = (self, self.superview)
    while let outer = next {
      for view in outer.subviews where view !== inner {
        if let list = view.scrollView(covering: frame.insetBy(dx: 1, dy: 1)) { return list }
      }
      if let list = outer as? UIScrollView { return list }
      (inner, next) = (outer, outer.superview)
    }
    return nil
  }

  /// Returns the first scroll view among the view and its subviews that covers a frame of the
  /// window.
  private func scrollView(covering frame: CGRect) -> UIScrollView? {
    if let list = self as? UIScrollView {
      return self.convert(self.bounds, to: nil).contains(frame) ? list : nil
    }
    for view in self.subviews {
      if let list = view.scrollView(covering: frame) { return list }
    }
    return nil
  }
}
