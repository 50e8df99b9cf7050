import InteractionCore

/// One thing in a shot: drawn in the coordinates of the screen, and moved, turned and faded.
struct Actor {
  /// Its name among all with the same parent; the same name is the same thing in the next shot.
  var name: String
  /// The actor that it moves with, which stands before it in the shot.
  var parent: Int?
  /// What it shows, as SVG.
  var look = ""
  var pose = Pose()
  /// Whether it does not show.
  var isHidden = false
  /// What lies outside does not show, nor does what lies outside in the actors that move with it.
  var clip: Rect?
  /// What shows of it: an ellipse, by its middle and radii.
  var mask: Mask?

  /// How it differs from its place.
  struct Pose: Equatable {
    var x = 0.0
    var y = 0.0
    /// Degrees.
    var rotation = 0.0
    var scaleX = 1.0
    var scaleY = 1.0
    var opacity = 1.0
    /// The point that turning and scaling leave in place.
    var origin = Point(x: 0, y: 0)
  }

  struct Mask: Equatable {
    var center: Point
    var radiusX: Double
    var radiusY: Double
  }
}

/// What the camera sees at one moment.
struct Shot {
  /// Session time.
  var time: Instant
  var actors: [Actor]
}
