/// The screen geometry and the settings on which navigation timelines depend.
package struct NavigationGeometry: Hashable, Sendable {
  /// The client's surface.
  package var surface: Surface
  /// The key view's frame, pt.
  package var keyFrame: Rect
  /// The key view's destination frame for ``NavigationStyle/zoomTo`` and, by its centre, for
  /// ``NavigationStyle/elevate``, pt.
  package var zoomFrame: Rect
  /// The visible height of a sheet, pt.
  package var sheetHeight: Double
  /// A Boolean value that indicates whether a sheet overshoots.
  package var sheetBounces: Bool
  /// The spring of ``NavigationStyle/spring``.
  package var spring: Spring
  /// The gap between pages in ``NavigationStyle/spring``, pt.
  package var gap: Double
  /// The timings that override those of their styles.
  package var timings: [NavigationTiming]

  package init(
    surface: Surface, keyFrame: Rect? = nil, zoomFrame: Rect? = nil,
    sheetHeight: Double = 300,
    sheetBounces: Bool = false, spring: Spring = TransitionDefinition().spring,
    gap: Double = 10, timings: [NavigationTiming] = []
  ) {
    let size = surface.viewport
    self.surface = surface
    // The default key view is a strip across the middle.
    let key = keyFrame ?? Rect(x: 0, y: size.height / 2 - 22, width: size.width, height: 44)
    self.keyFrame = key
    // The default destination is the whole width at the top; widths below 1 pt have no meaningful
    // ratio.
    let growth = key.width >= 1 ? size.width / key.width : 1
    self.zoomFrame =
      zoomFrame
      ?? Rect(
        x: 0, y: surface.insets.top, width: size.width, height: key.height * growth)
    self.sheetHeight = min(sheetHeight, size.height)
    self.sheetBounces = sheetBounces
    self.spring = spring
    self.gap = gap
    self.timings = timings
  }

  var width: Double { self.surface.viewport.width }
  var height: Double { self.surface.viewport.height }
}

extension NavigationStyle {
  /// Returns the style's timeline (rules N1, N4); nil for the platform's own.
  ///
  /// Going back is the reversed timeline with the pages exchanged, except for styles with a
  /// timeline of their own for it. A right-to-left layout mirrors the timeline (rule T11).
  ///
  /// - Parameter byFinger: True for an interactive transition (rule N5), in which a page of
  ///   ``keyMove`` slides out.
  package func timeline(
    isBack: Bool, byFinger: Bool = false, on stage: NavigationGeometry
  ) -> Timeline? {
    let timing = stage.timings.first { $0.style == self }
    if let declared = timing?.declared(isBack: isBack, in: stage.surface) { return declared }
    let isMirrored = stage.surface.direction == .rightToLeft
    // Mirrored here and again with the timeline, so the key view's frame stays as given.
    let stage = isMirrored ? stage.withMirroredKey : stage
    let timeline: Timeline?
    switch self {
    case .window: timeline = isBack ? stage.windowPop : stage.windowPush
    case .keyMove where isBack: timeline = byFinger ? stage.keyMoveAway : stage.keyMoveBack
    case .zoomTo: timeline = isBack ? stage.zoomBack : stage.forwardTimeline(self)
    case .flip: timeline = isBack ? stage.flipBack : stage.forwardTimeline(self)
    case .elevate: timeline = isBack ? stage.elevateBack : stage.forwardTimeline(self)
    default: timeline = isBack ? stage.forwardTimeline(self)?.reversed : stage.forwardTimeline(self)
    }
    guard var timeline else { return nil }
    if let timing { timeline = timeline.timed(timing) }
    return isMirrored ? timeline.mirrored(width: stage.width) : timeline
  }

  /// Returns the style's duration; the platform's own style is assumed to take as long as UIKit's.
  package func duration(on stage: NavigationGeometry) -> TimeSpan {
    self.timeline(isBack: false, on: stage)?.duration ?? .milliseconds(350)
  }

  /// Returns the resting position of a page of this style: that at the end of its timeline, so the
  /// page does not jump when the timeline ends.
  func place(on stage: NavigationGeometry) -> NavigationState.RestingPosition {
    guard let timeline = self.timeline(isBack: false, on: stage) else {
      return NavigationState.RestingPosition()
    }
    func end(_ target: ViewPath, _ property: AnimatedProperty) -> Double {
      timeline.tracks.last { $0.target == target && $0.property == property }?
        .value(at: timeline.duration) ?? 0
    }
    var place = NavigationState.RestingPosition(
      dx: end(.incomingPage, .translateX), dy: end(.incomingPage, .translateY))
    // A page that covers everything needs no mask.
    if place.isPartial { place.mask = end(.pageMask, .opacity) }
    return place
  }
}

extension NavigationGeometry {
  fileprivate var withMirroredKey: NavigationGeometry {
    var stage = self
    stage.keyFrame.x = self.width - self.keyFrame.x - self.keyFrame.width
    return stage
  }

  func track(
    _ target: ViewPath, _ property: AnimatedProperty, _ from: Double, _ to: Double,
    delay: Int64 = 0, _ milliseconds: Int64, easing: CubicBezier = .easeInEaseOut
  ) -> Track {
    Track(
      target, property, from: from, to: to, delay: .milliseconds(delay),
      duration: .milliseconds(milliseconds), easing: easing, fill: .both)
  }

  /// Returns the tracks of a page's shadow, which stays until the transition ends.
  private func shadow(
    _ target: ViewPath, _ opacity: Double, x: Double = 0, y: Double = 0, radius: Double,
    _ milliseconds: Int64
  ) -> [Track] {
    [
      self.track(target, .shadowOpacity, opacity, opacity, milliseconds),
      self.track(target, .shadowOffsetX, x, x, milliseconds),
      self.track(target, .shadowOffsetY, y, y, milliseconds),
      self.track(target, .shadowRadius, radius, radius, milliseconds),
    ]
  }

  private var windowCapture: Capture {
    Capture(
      target: .windowSnapshot, of: .window,
      frame: Rect(x: 0, y: 0, width: self.width, height: self.height),
      scale: self.surface.scale)
  }

  /// The forward timeline of the window style: the window enters from the right over its own
  /// snapshot, which moves to the left (rule N1).
  fileprivate var windowPush: Timeline {
    self.window(
      from: self.width, snapshot: (-self.width / 2, self.width / 4),
      screen: (self.width / 2, self.width / 4), level: .below)
  }

  /// The backward timeline of the window style: the window's snapshot leaves to the right over the
  /// window, which returns (rule N1).
  fileprivate var windowPop: Timeline {
    self.window(
      from: -self.width / 4, snapshot: (self.width * 3 / 4, self.width * 3 / 2),
      screen: (self.width / 2, self.width * 3 / 2), level: .above)
  }

  private func window(
    from: Double, snapshot: (Double, Double), screen: (Double, Double), level: Staging.Level
  ) -> Timeline {
    func moving(_ target: ViewPath, _ property: AnimatedProperty, _ from: Double, _ to: Double)
      -> Track
    {
      self.track(target, property, from, to, 250, easing: .easeOut)
    }
    return Timeline(
      tracks: [
        moving(.window, .translateX, from, 0),
        moving(.windowSnapshot, .centerX, snapshot.0, snapshot.1),
        moving(.windowSnapshot, .screenCenterX, screen.0, screen.1),
        moving(.windowSnapshot, .centerY, self.height / 2, self.height / 2),
      ],
      captures: [self.windowCapture],
      staging: [Staging(.windowSnapshot, level: level)])
  }

  /// The backward timeline of ``NavigationStyle/flip``: the page turns away, without a blur over
  /// the page underneath.
  fileprivate var flipBack: Timeline? {
    var timeline = self.forwardTimeline(.flip)?.reversed
    timeline?.tracks.removeAll { $0.target == .pageBlur }
    return timeline
  }

  /// Returns the forward timeline of a style; the window style's backward timeline is not the
  /// reverse of it.
  fileprivate func forwardTimeline(_ style: NavigationStyle) -> Timeline? {
    let (w, h) = (self.width, self.height)
    let key = self.keyFrame
    switch style {
    case .window:
      return self.windowPush
    case .system:
      return nil
    case .spring:
      let distance = w + self.gap
      return Timeline(tracks: [
        self.springing(.outgoingPage, 0, -distance), self.springing(.incomingPage, distance, 0),
      ])
    case .fade:
      return Timeline(tracks: [self.track(.incomingPage, .opacity, 0, 1, 300)])
    case .standard:
      return Timeline(
        tracks: [
          self.track(.outgoingPage, .translateX, 0, -w / 3, 300),
          self.track(.incomingPage, .translateX, w, 0, 300),
        ] + self.shadow(.incomingPage, 0.3, x: -3, radius: 5, 300))
    case .slide:
      return Timeline(tracks: [
        self.track(.outgoingPage, .translateX, 0, -w, 300),
        self.track(.incomingPage, .translateX, w, 0, 300),
      ])
    case .page:
      return Timeline(
        tracks: [
          self.track(.outgoingPage, .translateZ, 0, -35, 600),
          self.track(.pageMask, .opacity, 0, 0.3, 600),
          self.track(.incomingPage, .translateX, w, 0, 600),
        ] + self.shadow(.incomingPage, 0.5, x: -3, radius: 5, 600),
        staging: [Staging(.outgoingPage, perspective: -1.0 / 500)])
    case .omni:
      let cut = min(max(key.y + key.height, 0), h)
      return Timeline(
        tracks: [
          self.track(.upperPart, .translateY, 0, -cut, 300),
          self.track(.lowerPart, .translateY, 0, h - cut, 300),
        ],
        captures: [
          Capture(
            target: .upperPart, of: .outgoingPage, frame: Rect(x: 0, y: 0, width: w, height: cut),
            scale: self.surface.scale),
          Capture(
            target: .lowerPart, of: .outgoingPage,
            frame: Rect(x: 0, y: cut, width: w, height: h - cut),
            scale: self.surface.scale),
        ],
        staging: [Staging(.incomingPage, level: .below)])
    case .keyMove:
      return self.keyMove
    case .zoomTo:
      return self.zoom
    case .twitter:
      return Timeline(
        tracks: [
          self.track(.outgoingPage, .rotationX, 0, Double.pi / 48, 300),
          self.track(.incomingPage, .translateY, h, 0, 300),
        ],
        staging: [
          Staging(.outgoingPage, origin: Point(x: 0.5, y: 1), perspective: -1.0 / 500)
        ])
    case .popTip:
      let spring = Spring(
        dampingRatio: self.sheetBounces ? 0.8 : 1, duration: .milliseconds(300),
        initialVelocity: self.sheetBounces ? 0.6 : 1)
      var sheet = self.track(.incomingPage, .translateY, h, h - self.sheetHeight, 300)
      sheet.easing = .spring(spring)
      return Timeline(tracks: [sheet, self.track(.pageMask, .opacity, 0, 0.3, 300)])
    case .flip:
      return Timeline(
        tracks: [
          self.track(.incomingPage, .rotationY, Double.pi / 2, 0, 600),
          // The blur is visible from the start: it does not fade in with the page.
          self.track(.pageBlur, .opacity, 1, 1, 600),
        ],
        staging: [
          Staging(.incomingPage, origin: Point(x: 1, y: 0.5), perspective: -1.0 / 500)
        ])
    case .elevate:
      return self.elevate
    case .scan:
      return Timeline(
        tracks: [
          self.track(.outgoingPage, .translateY, 0, h, 300),
          self.track(.incomingPage, .translateY, -h / 3, 0, 300),
        ] + self.shadow(.outgoingPage, 0.5, y: -1, radius: 3, 300),
        staging: [Staging(.outgoingPage, level: .above)])
    }
  }

  private func springing(_ target: ViewPath, _ from: Double, _ to: Double) -> Track {
    var track = self.track(target, .translateX, from, to, 0)
    track.duration = self.spring.duration
    track.easing = .spring(self.spring)
    return track
  }
}
