/// What a navigation transition needs to know about the screen.
package struct NavigationStage: Hashable, Sendable {
  /// The surface.
  package var environment: Environment
  /// Where the key view stands, pt.
  package var keyFrame: Rect
  /// Where it ends up in ``NavigationStyle/zoomTo``, pt.
  package var zoomFrame: Rect
  /// How much of a sheet shows, pt.
  package var sheetHeight: Double
  /// Whether a sheet overshoots.
  package var sheetBounces: Bool
  /// The spring of ``NavigationStyle/spring``.
  package var spring: Spring
  /// The gap between pages that slide on a spring, pt.
  package var gap: Double

  package init(
    environment: Environment, keyFrame: Rect? = nil, zoomFrame: Rect? = nil,
    sheetHeight: Double = 300,
    sheetBounces: Bool = false, spring: Spring = TransitionDefinition().spring, gap: Double = 10
  ) {
    let size = environment.viewport
    self.environment = environment
    // A key view that is not given is a strip across the middle.
    let key = keyFrame ?? Rect(x: 0, y: size.height / 2 - 22, width: size.width, height: 44)
    self.keyFrame = key
    // Without a place of its own it ends up across the top.
    let growth = key.width > 0 ? size.width / key.width : 1
    self.zoomFrame =
      zoomFrame
      ?? Rect(
        x: 0, y: environment.insets.top, width: size.width, height: key.height * growth)
    self.sheetHeight = min(sheetHeight, size.height)
    self.sheetBounces = sheetBounces
    self.spring = spring
    self.gap = gap
  }

  var width: Double { self.environment.viewport.width }
  var height: Double { self.environment.viewport.height }
}

extension NavigationStyle {
  /// What the style plays (rules N1, N4); nil leaves it to the platform.
  ///
  /// The way back is the way there in reverse, with the pages' parts exchanged, but for the styles
  /// that say otherwise. A right-to-left layout mirrors all of it (rule T11).
  package func timeline(isBack: Bool, on stage: NavigationStage) -> Timeline? {
    let isMirrored = stage.environment.direction == .rightToLeft
    // The key view is where it is: only what the style makes of it is mirrored.
    let stage = isMirrored ? stage.withMirroredKey : stage
    let timeline: Timeline?
    switch self {
    case .window: timeline = isBack ? stage.windowPop : stage.windowPush
    case .keyMove: timeline = isBack ? stage.keyMoveBack : stage.there(self)
    case .zoomTo: timeline = isBack ? stage.zoomBack : stage.there(self)
    default: timeline = isBack ? stage.there(self)?.reversed : stage.there(self)
    }
    guard let timeline else { return nil }
    return isMirrored ? timeline.mirrored(width: stage.width) : timeline
  }

  /// How long the style takes; the platform's own is assumed to take as long as UIKit's.
  package func duration(on stage: NavigationStage) -> TimeSpan {
    self.timeline(isBack: false, on: stage)?.duration ?? .milliseconds(350)
  }
}

extension NavigationStage {
  fileprivate var withMirroredKey: NavigationStage {
    var stage = self
    stage.keyFrame.x = self.width - self.keyFrame.x - self.keyFrame.width
    return stage
  }

  private func track(
    _ target: Target, _ property: AnimatedProperty, _ from: Double, _ to: Double,
    delay: Int64 = 0, _ milliseconds: Int64, easing: CubicBezier = .easeInEaseOut
  ) -> Track {
    Track(
      target, property, from: from, to: to, delay: .milliseconds(delay),
      duration: .milliseconds(milliseconds), easing: easing, fill: .both)
  }

  private var windowCapture: Capture {
    Capture(
      target: .windowSnapshot, of: .window,
      frame: Rect(x: 0, y: 0, width: self.width, height: self.height),
      scale: self.environment.scale)
  }

  /// The window comes from the right over a picture of itself, which gives way (rule N1).
  fileprivate var windowPush: Timeline {
    self.window(
      from: self.width, snapshot: (-self.width / 2, self.width / 4),
      screen: (self.width / 2, self.width / 4), level: .below)
  }

  /// A picture of the window leaves to the right over the window, which comes back (rule N1).
  fileprivate var windowPop: Timeline {
    self.window(
      from: -self.width / 4, snapshot: (self.width * 3 / 4, self.width * 3 / 2),
      screen: (self.width / 2, self.width * 3 / 2), level: .above)
  }

  private func window(
    from: Double, snapshot: (Double, Double), screen: (Double, Double), level: Staging.Level
  ) -> Timeline {
    func moving(_ target: Target, _ property: AnimatedProperty, _ from: Double, _ to: Double)
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

  /// The copy of the key view fades with the page (rule N4: pop fades 1 → 0).
  fileprivate var keyMoveBack: Timeline {
    Timeline(tracks: [self.track(.outgoingPage, .opacity, 1, 0, 300)])
  }

  /// The key view goes back from its place on the page that leaves.
  fileprivate var zoomBack: Timeline? {
    var timeline = self.there(.zoomTo)?.reversed
    timeline?.captures = [
      Capture(
        target: .keyView, of: .outgoingPage, frame: self.zoomFrame, scale: self.environment.scale)
    ]
    return timeline
  }

  /// The way there of every style but the window's, which has two ways of its own.
  fileprivate func there(_ style: NavigationStyle) -> Timeline? {
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
      return Timeline(tracks: [
        self.track(.outgoingPage, .translateX, 0, -w / 3, 300),
        self.track(.incomingPage, .translateX, w, 0, 300),
        self.track(.incomingPage, .shadowOpacity, 0.3, 0.3, 300),
      ])
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
          self.track(.incomingPage, .shadowOpacity, 0.5, 0.5, 600),
        ],
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
            scale: self.environment.scale),
          Capture(
            target: .lowerPart, of: .outgoingPage,
            frame: Rect(x: 0, y: cut, width: w, height: h - cut),
            scale: self.environment.scale),
        ],
        staging: [Staging(.incomingPage, level: .below)])
    case .keyMove:
      return Timeline(
        tracks: [
          self.track(.keyView, .centerY, key.center.y, key.height / 2, 300),
          self.track(.pageFill, .opacity, 0, 1, 300),
        ],
        captures: [
          Capture(
            target: .keyView, of: .outgoingPage, frame: key, scale: self.environment.scale)
        ])
    case .zoomTo:
      return self.zoom(key)
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
          self.track(.pageMask, .opacity, 0, 1, 600),
        ],
        staging: [
          Staging(.incomingPage, origin: Point(x: 1, y: 0.5), perspective: -1.0 / 500)
        ])
    case .elevate:
      return Timeline(
        tracks: [
          self.track(
            .incomingPage, .maskDiameter, max(key.width, key.height),
            2 * self.farthestCorner(from: key.center), 500)
        ],
        staging: [
          Staging(.incomingPage, origin: Point(x: key.center.x / w, y: key.center.y / h))
        ])
    case .scan:
      return Timeline(tracks: [
        self.track(.outgoingPage, .translateY, 0, h, 300),
        self.track(.incomingPage, .translateY, -h / 3, 0, 300),
      ])
    }
  }

  /// The key view is pressed and let go, then everything moves, the key view to its place on the
  /// new page.
  private func zoom(_ key: Rect) -> Timeline {
    let w = self.width
    let goal = self.zoomFrame
    func pressing(_ from: Double, _ to: Double, delay: Int64, _ fill: Track.Fill) -> Track {
      var track = self.track(.keyView, .scale, from, to, delay: delay, 100)
      track.fill = fill
      return track
    }
    var growing = self.track(
      .keyView, .scale, 1, key.width > 0 ? goal.width / key.width : 1, delay: 200, 400)
    growing.fill = .forwards
    return Timeline(
      tracks: [
        pressing(1, 0.97, delay: 0, .backwards), pressing(0.97, 1, delay: 100, .none), growing,
        self.track(.keyView, .centerX, key.center.x, goal.center.x, delay: 200, 400),
        self.track(.keyView, .centerY, key.center.y, goal.center.y, delay: 200, 400),
        self.track(.outgoingPage, .translateX, 0, -w, delay: 200, 400),
        self.track(.incomingPage, .translateX, w, 0, delay: 200, 400),
      ],
      captures: [
        Capture(
          target: .keyView, of: .outgoingPage, frame: key, scale: self.environment.scale)
      ])
  }

  private func springing(_ target: Target, _ from: Double, _ to: Double) -> Track {
    var track = self.track(target, .translateX, from, to, 0)
    track.duration = self.spring.duration
    track.easing = .spring(self.spring)
    return track
  }

  private func farthestCorner(from point: Point) -> Double {
    let dx = max(point.x, self.width - point.x)
    let dy = max(point.y, self.height - point.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
