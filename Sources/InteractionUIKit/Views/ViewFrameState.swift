import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// A view's state in one frame, to be compared with that of the previous frame.
@MainActor
struct ViewFrameState {
  let view: UIView
  let element: PresentedScene.Element
  /// The view's frame in its superview; nil if the app places it.
  let place: Rect?

  /// Sets the properties that differ from `old`. If `old` is nil, it sets all except an absent
  /// shadow and an absent mask, which may be the app's.
  func apply(since old: ViewFrameState?, drawContent: (UIView, PresentedScene.Element) -> Void) {
    let (new, values, before) = (self.element, self.element.values, old?.element.values)
    if let place = self.place, place != old?.place {
      self.view.bounds.size = CGSize(width: place.width, height: place.height)
      self.view.center = CGPoint(place.center)
    }
    if values.opacity != before?.opacity { self.view.alpha = CGFloat(values.opacity) }
    if new.isHidden != old?.element.isHidden { self.view.isHidden = new.isHidden }
    let transformation = LayerTransform(values, of: self.size)
    if transformation != old.map({ LayerTransform($0.element.values, of: $0.size) }) {
      self.view.layer.transform = transformation.matrix
    }
    if values.shadow != before?.shadow ?? ElementValues.Shadow() { self.set(values.shadow) }
    if self.mask != old?.mask { self.view.layer.mask = self.mask.map(self.ellipse) }
    if values.contentOffset != before?.contentOffset { self.scroll(isNew: old == nil) }
    if new.content != old?.element.content || values.imageFrame != before?.imageFrame {
      drawContent(self.view, new)
    }
  }

  /// The size that values depend on.
  private var size: Size {
    if let place = self.place { return Size(width: place.width, height: place.height) }
    let size = self.view.bounds.size
    return Size(width: Double(size.width), height: Double(size.height))
  }

  private func set(_ shadow: ElementValues.Shadow) {
    self.view.layer.shadowOpacity = Float(shadow.opacity)
    self.view.layer.shadowOffset = CGSize(width: shadow.offset.x, height: shadow.offset.y)
    self.view.layer.shadowRadius = CGFloat(shadow.radius)
  }

  /// The bounds of the mask's ellipse; nil for no mask.
  private var mask: Rect? {
    let (middle, extent): (Point, Size)
    switch self.element.values.mask {
    case nil: return nil
    case .circle(let diameter):
      (middle, extent) = (Point(x: 0.5, y: 0.5), Size(width: diameter, height: diameter))
    case .ellipse(let width, let height):
      (middle, extent) = (self.element.values.origin, Size(width: width, height: height))
    }
    return Rect(
      x: middle.x * self.size.width - extent.width / 2,
      y: middle.y * self.size.height - extent.height / 2, width: extent.width,
      height: extent.height)
  }

  private func ellipse(in rect: Rect) -> CALayer {
    let layer = CAShapeLayer()
    layer.path = CGPath(
      ellipseIn: CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height),
      transform: nil)
    return layer
  }

  /// Sets the content offset, except for a new list, which keeps the user's.
  private func scroll(isNew: Bool) {
    let offset = self.element.values.contentOffset
    guard let list = self.view as? UIScrollView else {
      self.view.bounds.origin = CGPoint(offset)
      return
    }
    var place = ScrollGeometry(list)
    guard !isNew && place.offset != offset else { return }
    place.offset = offset
    list.contentOffset = CGPoint(place.contentOffset)
  }
}

extension CGPoint {
  init(_ point: Point) {
    self.init(x: point.x, y: point.y)
  }
}
