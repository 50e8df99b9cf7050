import InteractionCore

/// A layer of a shot: drawn in screen coordinates, and transformed and faded.
struct Layer {
  /// The name, unique within the parent; the same name in the next shot continues the layer.
  var name: String
  /// The index of the parent layer, which precedes it in the shot.
  var parent: Int?
  /// The content as SVG.
  var markup = ""
  var pose = Pose()
  /// A Boolean value that indicates whether it is hidden.
  var isHidden = false
  /// The clipping rectangle of the layer and its children; nil for none.
  var clip: Rect?
  /// An elliptic mask; nil for none.
  var mask: Mask?

  /// The difference from the layer's place.
  struct Pose: Equatable {
    var x = 0.0
    var y = 0.0
    /// The rotation, degrees.
    var rotation = 0.0
    var scaleX = 1.0
    var scaleY = 1.0
    var opacity = 1.0
    /// The fixed point of rotation and scale.
    var origin = Point(x: 0, y: 0)
  }

  struct Mask: Equatable {
    var center: Point
    var radiusX: Double
    var radiusY: Double
  }
}

/// The layers of one frame.
struct Shot {
  /// The session time.
  var time: Instant
  var actors: [Layer]
}
