import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// The values of a layer's transform: scale and rotation about the origin, translation along z,
/// perspective from in front of the origin, and then translation in the plane, which the
/// perspective must not scale.
struct LayerTransform: Hashable {
  private let translation: ElementValues.Vector
  private let rotation: ElementValues.Vector
  private let scale: Size
  private let perspective: Double
  /// The origin relative to the view's centre, pt. It is part of the transform, so that the layer's
  /// anchor point stays compatible with Auto Layout.
  private let origin: Point

  init(_ values: ElementValues, of size: Size) {
    self.translation = values.translation
    self.rotation = values.rotation
    self.scale = Size(width: values.scale * values.scaleX, height: values.scale * values.scaleY)
    self.perspective = values.perspective
    self.origin = Point(
      x: (values.origin.x - 0.5) * size.width, y: (values.origin.y - 0.5) * size.height)
  }

  /// The Core Animation matrix. Core Animation's functions prepend their operation.
  var matrix: CATransform3D {
    var matrix = CATransform3DMakeTranslation(
      CGFloat(self.origin.x + self.translation.x), CGFloat(self.origin.y + self.translation.y), 0)
    var view = CATransform3DIdentity
    view.m34 = CGFloat(self.perspective)
    matrix = CATransform3DConcat(view, matrix)
    matrix = CATransform3DTranslate(matrix, 0, 0, CGFloat(self.translation.z))
    matrix = CATransform3DRotate(matrix, CGFloat(self.rotation.x), 1, 0, 0)
    matrix = CATransform3DRotate(matrix, CGFloat(self.rotation.y), 0, 1, 0)
    matrix = CATransform3DRotate(matrix, CGFloat(self.rotation.z), 0, 0, 1)
    matrix = CATransform3DScale(matrix, CGFloat(self.scale.width), CGFloat(self.scale.height), 1)
    return CATransform3DTranslate(matrix, CGFloat(-self.origin.x), CGFloat(-self.origin.y), 0)
  }
}
