import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// The values that make a layer's transform: scaled and turned about the origin, moved towards the
/// eye, seen in perspective from in front of the origin, and then moved in the plane, which the
/// perspective must not shorten.
struct Transformation: Hashable {
  private let translation: Values.Vector
  private let rotation: Values.Vector
  private let scale: Size
  private let perspective: Double
  /// Where the origin lies from the view's middle, pt. It is a part of the transform, so that the
  /// layer's anchor stays where Auto Layout wants it.
  private let origin: Point

  init(_ values: Values, of size: Size) {
    self.translation = values.translation
    self.rotation = values.rotation
    self.scale = Size(width: values.scale * values.scaleX, height: values.scale * values.scaleY)
    self.perspective = values.perspective
    self.origin = Point(
      x: (values.origin.x - 0.5) * size.width, y: (values.origin.y - 0.5) * size.height)
  }

  /// Core Animation's matrix; its functions put what they add before what is there.
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
