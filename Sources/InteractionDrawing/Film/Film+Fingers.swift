import InteractionCore
import InteractionMarkup

/// The fingers on the screen.
extension Film {
  static let finger =
    Markup.circle(
      x: 0, y: 0, radius: 17, fill: "#2563eb",
      more: ["fill-opacity": ".3", "stroke": "#2563eb", "stroke-width": "2.5"])

  /// Adds the fingers. Each appears shortly before its event and disappears shortly after it, so
  /// that taps are visible.
  func addFingers(to tree: inout FilmTree) {
    var fingers: [(transform: FilmTrack, opacity: FilmTrack, free: Double)] = []
    for contact in self.contacts {
      let start = self.time(of: contact.places[0].time)
      let end = self.time(of: contact.end)
      let (down, up) = (max(start - 0.12, 0.01), end + 0.25)
      var index = fingers.firstIndex { $0.free < down } ?? fingers.count
      if index == fingers.count && fingers.count == 3 { index = 0 }
      if index == fingers.count {
        fingers.append((FilmTrack([0, 0, 0, 1, 1]), FilmTrack([0]), 0))
      }
      let place = self.surface(at: contact.places[0].time)
      var finger = fingers[index]
      for (number, touch) in contact.places.enumerated() {
        let point = place(touch.point)
        let time = number == 0 ? down : self.time(of: touch.time)
        let scale = number == 0 ? 1.4 : 1
        finger.transform.add(
          [point.x, point.y, 0, scale, scale], at: time, since: finger.free, jumps: number == 0)
        if number == 0 {
          finger.transform.add([point.x, point.y, 0, 1, 1], at: start, since: down)
        }
      }
      finger.opacity.add([1], at: start, since: down)
      finger.opacity.add([0], at: up, since: end + 0.1)
      finger.free = up
      fingers[index] = finger
    }
    for finger in fingers {
      tree.add(Self.finger, transform: finger.transform, opacity: finger.opacity, to: nil)
    }
  }

  /// Returns the conversion from screen to picture coordinates at a time.
  func surface(at time: Instant) -> (Point) -> Point {
    let shot = self.shots.last { $0.time <= time } ?? self.shots[0]
    let pose = shot.actors[0].pose
    return { Point(x: pose.x + $0.x * pose.scaleX, y: pose.y + $0.y * pose.scaleY) }
  }
}
