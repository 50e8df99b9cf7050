import InteractionPresentation

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// The view of a target that the renderer moves, with a target's SwiftUI views in it.
///
/// SwiftUI places its superview, because a frame must not be set while the layer is transformed.
@MainActor
final class TargetContentView: UIView {
  /// Draws the content of an element.
  var draw: (PresentedScene.Element) -> Void = { _ in }
  let hosted: UIViewController

  init(_ hosted: UIViewController) {
    self.hosted = hosted
    super.init(frame: .zero)
    #if canImport(UIKit)
      hosted.view.backgroundColor = .clear
    #endif
    self.addSubview(hosted.view)
  }

  #if canImport(UIKit)
    required init?(coder: NSCoder) { nil }
  #endif

  override func layoutSubviews() {
    super.layoutSubviews()
    self.hosted.view.fill(self.bounds.size)
  }

  /// Makes the controller of the SwiftUI views a child of the one that shows the view.
  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard self.window != nil else {
      self.hosted.willMove(toParent: nil)
      return self.hosted.removeFromParent()
    }
    guard let parent = self.superview?.controllerAbove, self.hosted.parent !== parent else {
      return
    }
    parent.addChild(self.hosted)
    self.hosted.didMove(toParent: parent)
  }
}

extension UIView {
  /// Sets the place in a superview of a size, if it has changed.
  func fill(_ size: CGSize) {
    guard self.bounds.size != size else { return }
    self.bounds.size = size
    self.center = CGPoint(x: size.width / 2, y: size.height / 2)
  }

  /// The nearest view controller that contains the view.
  var controllerAbove: UIViewController? {
    var responder: UIResponder? = self
    while let next = responder {
      if let controller = next as? UIViewController { return controller }
      responder = next.next
    }
    return nil
  }
}
