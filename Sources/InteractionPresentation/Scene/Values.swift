public import InteractionCore

/// How a view differs from its place in the layout; the defaults are no difference.
///
/// From the outside in, its transform is the translation to the right and downwards, the
/// perspective, the translation towards the eye, the turns about the horizontal and the vertical
/// axis and in the plane, and the scale.
public struct Values: Hashable, Sendable {
  /// A value for each axis.
  public struct Vector: Hashable, Sendable {
    /// To the right; a turn about the horizontal axis.
    public var x: Double
    /// Downwards; a turn about the vertical axis.
    public var y: Double
    /// Towards the eye; a turn in the plane.
    public var z: Double

    public init(x: Double = 0, y: Double = 0, z: Double = 0) {
      self.x = x
      self.y = y
      self.z = z
    }
  }

  /// The view's shadow.
  public struct Shadow: Hashable, Sendable {
    /// Opacity, 0 … 1.
    public var opacity = 0.0
    /// How far it lies to the right and below, pt.
    public var offset = Point(x: 0, y: 0)
    /// How far it is blurred, pt: the standard deviation, as Core Animation's shadow radius.
    public var radius = 0.0

    public init() {}
  }

  /// What shows of a view: an ellipse.
  public enum Mask: Hashable, Sendable {
    /// A circle of this diameter about the view's middle, pt.
    case circle(diameter: Double)
    /// An ellipse about the view's ``Values/origin``, pt.
    case ellipse(width: Double, height: Double)
  }

  /// Opacity, 0 … 1.
  public var opacity = 1.0
  /// Distance from the layout's place, pt.
  public var translation = Vector()
  /// Turns, rad.
  public var rotation = Vector()
  /// Size relative to the layout's.
  public var scale = 1.0
  /// Width relative to the layout's, on top of ``scale``.
  public var scaleX = 1.0
  /// Height relative to the layout's, on top of ``scale``.
  public var scaleY = 1.0
  /// The point that turning and scaling leave in place, as parts of width and height.
  public var origin = Point(x: 0.5, y: 0.5)
  /// Perspective of the third dimension, as m34 of a Core Animation transform; 0 is none.
  public var perspective = 0.0
  /// The view's shadow.
  public var shadow = Shadow()
  /// What shows of it; nil for all.
  public var mask: Mask?
  /// How far its content is scrolled, pt.
  public var contentOffset = Point(x: 0, y: 0)
  /// The frame of its sequence of pictures, from 0; nil where it does not play.
  public var imageFrame: Double?

  public init() {}

  /// Sets one property.
  ///
  /// - Parameter frame: Where the layout puts the view, for the properties that give its middle.
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
  /// The layout's own value; nil where that is a place on the screen, or nothing.
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
