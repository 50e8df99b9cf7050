public import Foundation

/// A stand-in for UIKit's type.
@MainActor
open class UIView: UIResponder {
  public let layer = CALayer()
  public var center: CGPoint { didSet { self.ownChanges += 1 } }
  public var bounds: CGRect { didSet { self.ownChanges += 1 } }
  public var alpha: CGFloat = 1 { didSet { self.ownChanges += 1 } }
  public var isHidden = false { didSet { self.ownChanges += 1 } }
  public private(set) weak var superview: UIView?
  public private(set) var subviews: [UIView] = []
  public private(set) var gestureRecognizers: [UIGestureRecognizer]?

  public var isUserInteractionEnabled = true
  public var autoresizingMask: AutoresizingMask = []
  /// The values of the window and the device; set by tests, which also call the methods that report
  /// a change.
  public var safeAreaInsets = UIEdgeInsets.zero
  public var traitCollection = UITraitCollection(displayScale: 1)
  public var effectiveUserInterfaceLayoutDirection = UIUserInterfaceLayoutDirection.leftToRight

  private var ownChanges = 0
  /// The number of times that any property of the view or its layer was set or the subviews
  /// changed; for tests.
  public var changes: Int { self.ownChanges + self.layer.changes }
  /// The rectangles of the snapshots taken; for tests.
  public private(set) var pictured: [CGRect] = []

  public init(frame: CGRect) {
    self.center = CGPoint(x: frame.midX, y: frame.midY)
    self.bounds = CGRect(origin: .zero, size: frame.size)
    super.init()
  }

  /// The controller of the view, if it is a controller's root view.
  weak var controller: UIViewController?

  open override var next: UIResponder? { self.controller ?? self.superview }

  /// The window that contains the view.
  public var window: UIWindow? { self as? UIWindow ?? self.superview?.window }

  /// The size of the view's content; set by views that have one.
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  public static let noIntrinsicMetric: CGFloat = -1
  public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

  public func invalidateIntrinsicContentSize() {}

  /// The rectangle in the superview; as in UIKit undefined while the layer's transform is not the
  /// identity.
  public var frame: CGRect {
    CGRect(
      x: self.center.x - self.bounds.width / 2, y: self.center.y - self.bounds.height / 2,
      width: self.bounds.width, height: self.bounds.height)
  }

  public func addSubview(_ view: UIView) {
    let window = view.leave()
    view.superview = self
    self.subviews.append(view)
    self.ownChanges += 1
    view.reportMove(from: window)
  }

  public func insertSubview(_ view: UIView, at index: Int) {
    let window = view.leave()
    view.superview = self
    self.subviews.insert(view, at: index)
    self.ownChanges += 1
    view.reportMove(from: window)
  }

  open func layoutSubviews() {}

  /// Handles a change of the window, which becomes nil when the view leaves it.
  open func didMoveToWindow() {}

  open func safeAreaInsetsDidChange() {}

  open func traitCollectionDidChange(_ previous: UITraitCollection?) {}

  /// Inserts a view above a sibling; moves it if it is already a subview, as UIKit does.
  public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    let window = view.leave()
    view.superview = self
    let index = self.subviews.firstIndex { $0 === sibling }
    self.subviews.insert(view, at: index.map { $0 + 1 } ?? self.subviews.endIndex)
    self.ownChanges += 1
    view.reportMove(from: window)
  }

  public func removeFromSuperview() {
    self.superview?.ownChanges += 1
    self.reportMove(from: self.leave())
  }

  public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizer.view = self
    self.gestureRecognizers = (self.gestureRecognizers ?? []) + [gestureRecognizer]
  }

  public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    self.gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    gestureRecognizer.view = nil
  }

  public func isDescendant(of view: UIView) -> Bool {
    self === view || self.superview?.isDescendant(of: view) ?? false
  }

  /// Converts a rectangle to the coordinates of another view, or of the window; without
  /// transforms.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    let (own, other) = (self.windowOrigin, view?.windowOrigin ?? .zero)
    return CGRect(
      x: rect.minX + own.x - other.x, y: rect.minY + own.y - other.y, width: rect.width,
      height: rect.height)
  }

  /// The window's coordinates of the point that is (0, 0) in the view's.
  private var windowOrigin: CGPoint {
    let outer = self.superview?.windowOrigin ?? .zero
    return CGPoint(
      x: outer.x + self.frame.minX - self.bounds.minX,
      y: outer.y + self.frame.minY - self.bounds.minY)
  }

  /// Returns an empty view of the size of `rect`.
  public func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? {
    self.pictured.append(rect)
    return UIView(frame: CGRect(origin: .zero, size: rect.size))
  }

  /// Removes the view from its superview. Returns the window that it has left.
  private func leave() -> UIWindow? {
    let window = self.window
    self.superview?.subviews.removeAll { $0 === self }
    self.superview = nil
    return window
  }

  private func reportMove(from old: UIWindow?) {
    guard self.window !== old else { return }
    self.didMoveToWindow()
    for view in self.subviews { view.reportMove(from: old) }
  }
}

/// A stand-in for UIKit's type.
public struct UIEdgeInsets: Hashable, Sendable {
  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat

  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

/// A stand-in for UIKit's type.
@MainActor
public final class UIWindow: UIView {}
