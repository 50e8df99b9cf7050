public import Foundation

/// A stand-in for UIKit's type, which calls its delegate for each change of the offset.
@MainActor
open class UIScrollView: UIView {
  public weak var delegate: (any UIScrollViewDelegate)?
  public let panGestureRecognizer = UIPanGestureRecognizer()
  /// The insets with `contentInset` and the safe area; set by tests.
  public var adjustedContentInset = UIEdgeInsets.zero
  public var contentSize = CGSize.zero
  /// The destinations of animated scrolls; for tests, which call the delegate themselves.
  public private(set) var animatedMoves: [CGPoint] = []

  /// The origin of the bounds.
  public var contentOffset: CGPoint {
    get { self.bounds.origin }
    set {
      guard newValue != self.bounds.origin else { return }
      self.bounds.origin = newValue
      self.delegate?.scrollViewDidScroll(self)
    }
  }

  public func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    if animated {
      self.animatedMoves.append(contentOffset)
    } else {
      self.contentOffset = contentOffset
    }
  }
}

/// A stand-in for UIKit's protocol. Its methods are optional in UIKit; here they have empty
/// defaults.
@MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  public func scrollViewDidEndDragging(
    _ scrollView: UIScrollView, willDecelerate decelerate: Bool
  ) {}
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}
