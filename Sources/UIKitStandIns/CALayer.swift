public import Foundation

/// Stands in for QuartzCore's type: what a view's layer holds beside the view's own properties.
@MainActor
open class CALayer {
  public var transform = CATransform3DIdentity { didSet { self.changes += 1 } }
  /// 0, as Core Animation has it.
  public var shadowOpacity: Float = 0 { didSet { self.changes += 1 } }
  /// (0, −3), as Core Animation has it.
  public var shadowOffset = CGSize(width: 0, height: -3) { didSet { self.changes += 1 } }
  /// 3 pt, as Core Animation has it.
  public var shadowRadius: CGFloat = 3 { didSet { self.changes += 1 } }
  public var mask: CALayer? { didSet { self.changes += 1 } }

  /// How often any property was set; for tests.
  public private(set) var changes = 0

  public init() {}
}

/// Stands in for QuartzCore's type.
@MainActor
open class CAShapeLayer: CALayer {
  public var path: CGPath?
}

/// Stands in for Core Graphics' type: an ellipse, and nothing else.
public final class CGPath {
  public let boundingBox: CGRect

  public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.boundingBox = rect
  }
}

/// Stands in for Core Graphics' type, of which no value is made.
public struct CGAffineTransform {}
