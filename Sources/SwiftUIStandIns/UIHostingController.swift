public import Foundation
public import UIKitStandIns

/// A stand-in for SwiftUI's type. A change of the root view is shown at once.
@MainActor
open class UIHostingController<Content: View>: UIViewController {
  public var rootView: Content { didSet { self.update() } }
  /// The environment at the root; set by tests, which call ``update()``.
  public var environment = EnvironmentValues()
  private lazy var node = ViewNode(in: self.view)

  public init(rootView: Content) {
    self.rootView = rootView
    super.init()
    self.update()
  }

  /// Shows the root view again, and lays out all views.
  public func update() {
    self.node.show(self.rootView, in: self.environment)
    self.view.layOut()
  }

  /// Removes all views, as when SwiftUI takes down the hierarchy.
  public func takeDown() { self.node.remove() }

  /// Returns the proposed size, as for a view that fills it.
  public func sizeThatFits(in size: CGSize) -> CGSize { size }
}

extension UIView {
  /// Lays out the view with its subviews, as UIKit does before the next frame.
  fileprivate func layOut() {
    if let size = self.superview?.bounds.size, self.autoresizingMask.contains(.flexibleWidth) {
      self.bounds.size = size
      self.center = CGPoint(x: size.width / 2, y: size.height / 2)
    }
    self.layoutSubviews()
    for view in self.subviews { view.layOut() }
  }
}

extension UIContentSizeCategory {
  /// SwiftUI's conversion.
  public init(_ size: DynamicTypeSize?) {
    switch size {
    case .xLarge: self = .extraLarge
    case .accessibility3: self = .accessibilityLarge
    case .large, nil: self = .large
    }
  }
}
