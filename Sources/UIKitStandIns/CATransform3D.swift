public import Foundation

/// A stand-in for QuartzCore's type. Points are row vectors, to the left of the matrix.
public struct CATransform3D: Sendable {
  public var m11: CGFloat = 1
  public var m12: CGFloat = 0
  public var m13: CGFloat = 0
  public var m14: CGFloat = 0
  public var m21: CGFloat = 0
  public var m22: CGFloat = 1
  public var m23: CGFloat = 0
  public var m24: CGFloat = 0
  public var m31: CGFloat = 0
  public var m32: CGFloat = 0
  public var m33: CGFloat = 1
  public var m34: CGFloat = 0
  public var m41: CGFloat = 0
  public var m42: CGFloat = 0
  public var m43: CGFloat = 0
  public var m44: CGFloat = 1

  /// Returns the projection of a point in the layer's plane; for tests.
  public func projected(_ point: CGPoint) -> CGPoint {
    let w = point.x * self.m14 + point.y * self.m24 + self.m44
    return CGPoint(
      x: (point.x * self.m11 + point.y * self.m21 + self.m41) / w,
      y: (point.x * self.m12 + point.y * self.m22 + self.m42) / w)
  }

  fileprivate var rows: [[CGFloat]] {
    [
      [self.m11, self.m12, self.m13, self.m14], [self.m21, self.m22, self.m23, self.m24],
      [self.m31, self.m32, self.m33, self.m34], [self.m41, self.m42, self.m43, self.m44],
    ]
  }
}

public let CATransform3DIdentity = identity
private let identity = CATransform3D()

/// Returns the transform that applies `a`, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  let (a, b) = (a.rows, b.rows)
  func cell(_ row: Int, _ column: Int) -> CGFloat {
    (0 ..< 4).reduce(0) { $0 + a[row][$1] * b[$1][column] }
  }
  return CATransform3D(
    m11: cell(0, 0), m12: cell(0, 1), m13: cell(0, 2), m14: cell(0, 3), m21: cell(1, 0),
    m22: cell(1, 1), m23: cell(1, 2), m24: cell(1, 3), m31: cell(2, 0), m32: cell(2, 1),
    m33: cell(2, 2), m34: cell(2, 3), m41: cell(3, 0), m42: cell(3, 1), m43: cell(3, 2),
    m44: cell(3, 3))
}

public func CATransform3DMakeTranslation(
  _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3D(m41: x, m42: y, m43: z)
}

/// Returns the transform that applies the translation, then `t`.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeTranslation(x, y, z), t)
}

/// Returns the transform that applies the scale, then `t`.
public func CATransform3DScale(
  _ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3D(m11: x, m22: y, m33: z), t)
}

/// Returns the transform that applies a rotation about one of the three axes, then `t`.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let (c, s) = (CGFloat(cos(Double(angle))), CGFloat(sin(Double(angle))))
  let turn =
    switch (x, y, z) {
    case (1, 0, 0): CATransform3D(m22: c, m23: s, m32: -s, m33: c)
    case (0, 1, 0): CATransform3D(m11: c, m13: -s, m31: s, m33: c)
    default: CATransform3D(m11: c, m12: s, m21: -s, m22: c)
    }
  return CATransform3DConcat(turn, t)
}
