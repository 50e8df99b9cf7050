/// The styles that move a snapshot of the key view (rule N4).
extension NavigationGeometry {
  /// Returns the capture of the key view, always from the outgoing page.
  private func keyCapture(_ frame: Rect) -> Capture {
    Capture(
      target: .keyView, of: .outgoingPage, frame: frame, scale: self.surface.scale)
  }

  /// The forward timeline of ``NavigationStyle/keyMove``: the key view moves to the top above the
  /// fill, which covers the outgoing page; the incoming page lies underneath.
  var keyMove: Timeline {
    let key = self.keyFrame
    return Timeline(
      tracks: [
        self.track(.keyView, .centerY, key.center.y, key.height / 2, 300),
        self.track(.pageFill, .opacity, 0, 1, 300),
      ],
      captures: [self.keyCapture(key)],
      staging: [
        Staging(.incomingPage, level: .below), Staging(.pageFill, level: .above),
        Staging(.keyView, level: .above),
      ])
  }

  /// The backward timeline of ``NavigationStyle/keyMove``: the key view moves down again and fades
  /// out with the outgoing page, which lies above the incoming one.
  var keyMoveBack: Timeline {
    let key = self.keyFrame
    let top = Rect(x: key.x, y: 0, width: key.width, height: key.height)
    return Timeline(
      tracks: [
        self.track(.outgoingPage, .opacity, 1, 0, 300),
        self.track(.keyView, .opacity, 1, 0, 300),
        self.track(.keyView, .centerY, top.center.y, key.center.y, 300),
      ],
      captures: [self.keyCapture(top)],
      staging: [
        Staging(.outgoingPage, level: .above), Staging(.keyView, level: .above),
      ])
  }

  /// The interactive pop of ``NavigationStyle/keyMove``: the page slides out above the incoming
  /// one, and no key view moves (rule N5).
  var keyMoveAway: Timeline {
    Timeline(
      tracks: [self.track(.outgoingPage, .translateX, 0, self.width, 300)],
      staging: [Staging(.outgoingPage, level: .above)])
  }

  /// The forward timeline of ``NavigationStyle/zoomTo``: the key view shrinks and grows like a
  /// pressed button, then the pages slide while the key view moves above them to its frame on the
  /// new page.
  var zoom: Timeline {
    func pressing(_ from: Double, _ to: Double, delay: Int64, _ fill: Track.Fill) -> Track {
      var track = self.track(.keyView, .scale, from, to, delay: delay, 100)
      track.fill = fill
      return track
    }
    var timeline = self.zoom(from: self.keyFrame, to: self.zoomFrame, pages: -self.width)
    timeline.tracks =
      [pressing(1, 0.97, delay: 0, .backwards), pressing(0.97, 1, delay: 100, .forwards)]
      + timeline.tracks
    return timeline
  }

  /// The backward timeline of ``NavigationStyle/zoomTo``: the key view moves back from its frame on
  /// the outgoing page, where it is captured. There is no press, but the same delay.
  var zoomBack: Timeline {
    self.zoom(from: self.zoomFrame, to: self.keyFrame, pages: self.width)
  }

  /// Returns the slide of both pages and the move of the key view above them from one frame to
  /// another, after the delay of a press.
  private func zoom(from start: Rect, to end: Rect, pages distance: Double) -> Timeline {
    func moving(
      _ target: ViewPath, _ property: AnimatedProperty, _ from: Double, _ to: Double
    ) -> Track {
      self.track(target, property, from, to, delay: 200, 400)
    }
    // Lengths below 1 pt have no meaningful ratio.
    func part(_ length: Double, of whole: Double) -> Double { whole >= 1 ? length / whole : 1 }
    return Timeline(
      tracks: [
        moving(.keyView, .scaleX, 1, part(end.width, of: start.width)),
        moving(.keyView, .scaleY, 1, part(end.height, of: start.height)),
        moving(.keyView, .centerX, start.center.x, end.center.x),
        moving(.keyView, .centerY, start.center.y, end.center.y),
        moving(.outgoingPage, .translateX, 0, distance),
        moving(.incomingPage, .translateX, 0 - distance, 0),
      ],
      captures: [self.keyCapture(start)],
      staging: [Staging(.keyView, level: .above)])
  }

  /// The forward timeline of ``NavigationStyle/elevate``: a mask around the key view's centre grows
  /// from the key view's size, in its proportions, to the farthest corner, while the key view moves
  /// to the centre of its frame on the new page.
  var elevate: Timeline {
    let (key, goal) = (self.keyFrame, self.zoomFrame)
    let diameter = 2 * self.farthestCorner(from: key.center)
    let shorter = min(key.width, key.height)
    // Lengths below 1 pt have no meaningful ratio.
    let growth = shorter >= 1 ? max(diameter / shorter, 1) : 0
    func grown(_ length: Double) -> Double { growth > 0 ? length * growth : diameter }
    return Timeline(
      tracks: [
        self.track(.incomingPage, .maskWidth, key.width, grown(key.width), 500),
        self.track(.incomingPage, .maskHeight, key.height, grown(key.height), 500),
        self.track(.keyView, .centerX, key.center.x, goal.center.x, 500),
        self.track(.keyView, .centerY, key.center.y, goal.center.y, 500),
      ],
      captures: [self.keyCapture(key)],
      staging: [
        Staging(
          .incomingPage,
          origin: Point(x: key.center.x / self.width, y: key.center.y / self.height)),
        Staging(.keyView, level: .above),
      ])
  }

  /// The backward timeline of ``NavigationStyle/elevate``: the page shrinks into the key view,
  /// which moves back to its original frame.
  var elevateBack: Timeline {
    var timeline = self.elevate.reversed
    let (key, middle) = (self.keyFrame, self.zoomFrame.center)
    timeline.captures = [
      self.keyCapture(
        Rect(
          x: middle.x - key.width / 2, y: middle.y - key.height / 2, width: key.width,
          height: key.height))
    ]
    return timeline
  }

  private func farthestCorner(from point: Point) -> Double {
    let dx = max(point.x, self.width - point.x)
    let dy = max(point.y, self.height - point.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
