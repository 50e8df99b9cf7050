import Foundation

/// A stand-in for UIKit's type.
@MainActor
open class UIViewController: UIResponder {
  /// The controller that contains this one; set by tests.
  public weak var navigationController: UINavigationController?
  public private(set) lazy var view = self.makeView()
  public private(set) weak var parent: UIViewController?
  public private(set) var children: [UIViewController] = []

  private func makeView() -> UIView {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
    view.controller = self
    return view
  }

  public func addChild(_ child: UIViewController) {
    child.removeFromParent()
    child.parent = self
    self.children.append(child)
  }

  open func willMove(toParent parent: UIViewController?) {}

  open func didMove(toParent parent: UIViewController?) {}

  public func removeFromParent() {
    self.parent?.children.removeAll { $0 === self }
    self.parent = nil
  }

  /// Calls ``viewDidLoad()``, which UIKit does at the first access to the view.
  public func loadViewIfNeeded() { self.viewDidLoad() }

  open func viewDidLoad() {}

  open func viewDidDisappear(_ animated: Bool) {}
}

/// A stand-in for UIKit's type.
@MainActor
open class UINavigationController: UIViewController {
  public let interactivePopGestureRecognizer: UIGestureRecognizer? = UIPanGestureRecognizer()
}
