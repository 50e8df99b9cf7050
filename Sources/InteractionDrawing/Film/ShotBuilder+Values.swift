import Foundation
import InteractionCore
import InteractionMarkup
import InteractionPresentation

/// The conversion of an element's values to poses.
extension ShotBuilder {
  /// Returns the captured snapshot of a view, drawn from the previous shot.
  mutating func picture(
    of subject: ViewPath, _ part: Rect, at frame: Rect, _ number: UInt64, in scene: PresentedScene
  ) -> String {
    let key = "\(number) \(subject.path) \(part.x) \(part.y) \(part.width) \(part.height)"
    if let picture = self.captures[key] { return picture }
    let name: String =
      switch scene[subject]?.content {
      case .root: "root"
      case .page(let route): "page \(route) "
      default: subject == .window ? "window" : "\(subject.path) "
      }
    var cast = self.former
    let top = cast.firstIndex {
      $0.name == name || ($0.name.hasPrefix(name) && name.hasSuffix(" "))
    }
    var picture = Markup.rect(part, fill: SceneDrawing.paper)
    if let top {
      cast[top].isHidden = false
      cast[top].pose = Layer.Pose()
      var writer = FilmWriter(FilmTree(still: cast, below: top))
      picture = writer.body()
    }
    picture = Markup.clipped(picture, to: part)
    if part != frame {
      picture = Markup.moved(picture, x: frame.x - part.x, y: frame.y - part.y)
    }
    self.captures[key] = picture
    return picture
  }

  func pose(of element: PresentedScene.Element?, at frame: Rect? = nil) -> Layer.Pose {
    var pose = Layer.Pose()
    guard let element else { return pose }
    let values = element.values
    let place = frame ?? element.frame ?? .zero
    pose.origin = Point(
      x: place.x + place.width * values.origin.x, y: place.y + place.height * values.origin.y)
    (pose.x, pose.y) = (values.translation.x, values.translation.y)
    pose.rotation = values.rotation.z * 180 / .pi
    // Rotations about the x and y axes are drawn as their projections.
    pose.scaleX = values.scale * values.scaleX * cos(values.rotation.y)
    pose.scaleY = values.scale * values.scaleY * cos(values.rotation.x)
    pose.opacity = values.opacity
    return pose
  }
}

extension ElementValues {
  func mask(in frame: Rect) -> Layer.Mask? {
    switch self.mask {
    case nil: nil
    case .circle(let diameter):
      Layer.Mask(center: frame.center, radiusX: diameter / 2, radiusY: diameter / 2)
    case .ellipse(let width, let height):
      Layer.Mask(
        center: Point(
          x: frame.x + frame.width * self.origin.x, y: frame.y + frame.height * self.origin.y),
        radiusX: width / 2, radiusY: height / 2)
    }
  }
}
