public import Foundation

/// A stand-in for QuartzCore's type, with the properties that a view does not have itself.
@MainActor
open class CALayer {
  public var transform = CATransform3DIdentity { didSet { self.changes += 1 } }
  /// The shadow's opacity; initially 0, as in Core Animation.
  public var shadowOpacity: Float = 0 { didSet { self.changes += 1 } }
  /// The shadow's offset; initially (0, −3), as in Core Animation.
  public var shadowOffset = CGSize(width: 0, height: -3) { didSet { self.changes += 1 } }
  /// The shadow's blur radius; initially 3 pt, as in Core Animation.
  public var shadowRadius: CGFloat = 3 { didSet { self.changes += 1 } }
  public var mask: CALayer? { didSet { self.changes += 1 } }

  /// The number of times that any property was set; for tests.
  public private(set) var changes = 0

  public init() {}
}

/// A stand-in for QuartzCore's type.
@MainActor
open class CAShapeLayer: CALayer {
  public var path: CGPath?
}

/// A stand-in for Core Graphics' type; only ellipses.
public final class CGPath {
  public let boundingBox: CGRect

  public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.boundingBox = rect
  }
}

/// A stand-in for Core Graphics' type, without instances.
public struct CGAffineTransform {}
