/// A position in points; y grows downwards.
public struct Point: Hashable, Sendable {
  /// Horizontal position, pt.
  public var x: Double
  /// Vertical position, pt.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// Width, pt.
  public var width: Double
  /// Height, pt.
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in points; its origin is the top left corner.
public struct Rect: Hashable, Sendable {
  /// Left edge, pt.
  public var x: Double
  /// Top edge, pt.
  public var y: Double
  /// Width, pt.
  public var width: Double
  /// Height, pt.
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The centre of the rectangle.
  public var center: Point {
    Point(x: self.x + self.width / 2, y: self.y + self.height / 2)
  }

  /// Returns whether `point` lies inside the rectangle or on its edge.
  public func contains(_ point: Point) -> Bool {
    point.x >= self.x && point.x <= self.x + self.width && point.y >= self.y
      && point.y <= self.y + self.height
  }

  /// Returns the rectangle with all edges moved outwards by `distance`, pt.
  func outset(by distance: Double) -> Rect {
    Rect(
      x: self.x - distance,
      y: self.y - distance,
      width: self.width + 2 * distance,
      height: self.height + 2 * distance
    )
  }

  /// Returns the rectangle in pixels at `scale` pixels per point.
  public func scaled(by scale: Double) -> Rect {
    Rect(
      x: self.x * scale,
      y: self.y * scale,
      width: self.width * scale,
      height: self.height * scale
    )
  }
}

/// Distances from the four edges, in points.
public struct Insets: Hashable, Sendable {
  /// Distance from the top edge, pt.
  public var top: Double
  /// Distance from the left edge, pt.
  public var left: Double
  /// Distance from the bottom edge, pt.
  public var bottom: Double
  /// Distance from the right edge, pt.
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Insets of zero.
  public static let zero = Insets()
}
