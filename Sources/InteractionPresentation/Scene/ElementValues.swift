public import InteractionCore

/// The differences of a view from its place in the layout; the defaults are none.
///
/// From the outermost inwards, its transform is the translation in the plane, the perspective, the
/// translation along z, the rotations about the horizontal, the vertical and the z axis, and the
/// scale.
public struct ElementValues: Hashable, Sendable {
  /// A value for each axis.
  public struct Vector: Hashable, Sendable {
    /// The component to the right; for rotations, about the horizontal axis.
    public var x: Double
    /// The downward component; for rotations, about the vertical axis.
    public var y: Double
    /// The component towards the viewer; for rotations, in the plane.
    public var z: Double

    public init(x: Double = 0, y: Double = 0, z: Double = 0) {
      self.x = x
      self.y = y
      self.z = z
    }
  }

  /// A view's shadow.
  public struct Shadow: Hashable, Sendable {
    /// Opacity, 0 … 1.
    public var opacity = 0.0
    /// The offset to the right and downwards, pt.
    public var offset = Point(x: 0, y: 0)
    /// The blur radius, pt: a standard deviation, as Core Animation's shadow radius.
    public var radius = 0.0

    public init() {}
  }

  /// An elliptic mask: the visible part of a view.
  public enum Mask: Hashable, Sendable {
    /// A circle of this diameter around the view's centre, pt.
    case circle(diameter: Double)
    /// An ellipse around the view's ``ElementValues/origin``, pt.
    case ellipse(width: Double, height: Double)
  }

  /// Opacity, 0 … 1.
  public var opacity = 1.0
  /// The translation from the layout's place, pt.
  public var translation = Vector()
  /// The rotation, rad.
  public var rotation = Vector()
  /// The scale relative to the layout's size.
  public var scale = 1.0
  /// The horizontal scale, multiplied with ``scale``.
  public var scaleX = 1.0
  /// The vertical scale, multiplied with ``scale``.
  public var scaleY = 1.0
  /// The fixed point of rotation and scale, in fractions of width and height.
  public var origin = Point(x: 0.5, y: 0.5)
  /// The perspective, as m34 of a Core Animation transform; 0 for none.
  public var perspective = 0.0
  /// The view's shadow.
  public var shadow = Shadow()
  /// The mask; nil for none.
  public var mask: Mask?
  /// The content offset, pt.
  public var contentOffset = Point(x: 0, y: 0)
  /// The frame of an image sequence, from 0; nil if it does not play.
  public var imageFrame: Double?

  public init() {}

  /// Sets one property.
  ///
  /// - Parameter frame: The view's frame in the layout, for properties that set the centre.
  mutating func set(_ property: AnimatedProperty, to value: Double, in frame: Rect?) {
    switch property {
    case .opacity: self.opacity = value
    case .scale: self.scale = value
    case .scaleX: self.scaleX = value
    case .scaleY: self.scaleY = value
    case .translateX: self.translation.x = value
    case .translateY: self.translation.y = value
    case .translateZ: self.translation.z = value
    case .centerX, .screenCenterX: self.translation.x = value - (frame?.center.x ?? value)
    case .centerY: self.translation.y = value - (frame?.center.y ?? value)
    case .rotation: self.rotation.z = value
    case .rotationX: self.rotation.x = value
    case .rotationY: self.rotation.y = value
    case .contentOffsetY: self.contentOffset.y = value
    case .frame: self.imageFrame = value
    case .shadowOpacity: self.shadow.opacity = value
    case .shadowOffsetX: self.shadow.offset.x = value
    case .shadowOffsetY: self.shadow.offset.y = value
    case .shadowRadius: self.shadow.radius = value
    case .maskDiameter: self.mask = .circle(diameter: value)
    case .maskWidth: self.mask = .ellipse(width: value, height: self.ellipse.height)
    case .maskHeight: self.mask = .ellipse(width: self.ellipse.width, height: value)
    }
  }

  private var ellipse: Size {
    guard case .ellipse(let width, let height) = self.mask else { return Size(width: 0, height: 0) }
    return Size(width: width, height: height)
  }
}

extension AnimatedProperty {
  /// The value in the layout; nil if it is a position on the screen, or there is none.
  var restingValue: Double? {
    switch self {
    case .opacity, .scale, .scaleX, .scaleY: 1
    case .translateX, .translateY, .translateZ, .rotation, .rotationX, .rotationY, .contentOffsetY,
      .shadowOpacity, .shadowOffsetX, .shadowOffsetY, .shadowRadius:
      0
    case .centerX, .screenCenterX, .centerY, .frame, .maskDiameter, .maskWidth, .maskHeight: nil
    }
  }
}
