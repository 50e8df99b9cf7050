import InteractionCore

/// An event that can happen to a second floor at any time.
enum FloorEvent: String, CaseIterable, Sendable {
  case open, close, peek
  case signOut, signIn, noPicture, picture
  /// A finger pulls the list past the trigger; releases it there; is cancelled; the list settles.
  /// Lift and take begin with a pull if there is no finger.
  case pull, lift, take, settle
  /// The end of the latest choreography, finished or cancelled; the end of another directive's.
  case finished, cut, wrong
  /// No event until the next deadline.
  case silence
  case background, foreground, holdExpired, rotation
  /// A finger touches down at the bottom of the floor's page; all fingers pull it up and lift.
  case touch, pullUp
}

extension FloorFuzzer {
  /// Sends the event, and compares the result with the rules' verdict.
  mutating func fire(_ shot: FloorEvent) {
    let verdict = self.verdict(on: shot)
    self.shoot(shot)
    if let verdict, self.shown.phase != verdict {
      self.report("\(shot) leads to \(self.shown.phase) instead of \(verdict)")
    }
  }

  private mutating func shoot(_ shot: FloorEvent) {
    switch shot {
    case .open: self.send(.floor(.open))
    case .close: self.send(.floor(.close))
    case .peek: self.send(.floor(.peek))
    case .signOut: self.send(.account(.signedOut))
    case .signIn: self.send(.account(.signedIn))
    case .noPicture: self.send(.assetFailed(slot: FloorDefinition.assetSlot))
    case .picture: self.send(FloorBench.picture())
    case .pull, .lift, .take, .settle: self.drag(shot)
    case .finished:
      self.send(.animationEnded(directive: self.choreography, outcome: .finished))
    case .cut:
      self.send(.animationEnded(directive: self.choreography, outcome: .cancelled))
    case .wrong:
      self.send(.animationEnded(directive: self.choreography &- 1, outcome: .finished))
      self.send(.animationEnded(directive: self.choreography + 1, outcome: .cancelled))
    case .silence: self.pass()
    case .background: self.send(.background)
    case .foreground: self.send(.foreground)
    case .holdExpired: self.send(.holdExpired(.floor))
    case .rotation: self.rotate()
    case .touch, .pullUp: self.pullPage(shot)
    }
  }

  private mutating func drag(_ shot: FloorEvent) {
    if shot == .pull || !self.isDragged && shot != .settle {
      self.drag += 1
      self.isDragged = true
      self.send(.list(.began, 0, drag: self.drag))
      self.send(.list(.moved, -160, drag: self.drag))
    }
    switch shot {
    case .lift: self.send(.list(.ended, -160, velocity: 0, drag: self.drag))
    case .take: self.send(.list(.cancelled, -160, drag: self.drag))
    case .settle: self.send(.list(.settled, 0, drag: self.drag))
    default: return
    }
    self.isDragged = false
  }

  private mutating func pullPage(_ shot: FloorEvent) {
    let height = self.session.state.surface.viewport.height
    func report(_ finger: UInt32, _ phase: Pointer.Phase, _ part: Double) -> InteractionEvent.Kind {
      .pointer(
        Pointer(
          id: finger, phase: phase, target: .floorPage,
          position: Point(x: 100, y: part * height)))
    }
    if shot == .touch || self.fingers.isEmpty {
      self.finger += 1
      self.fingers.append(self.finger)
      self.send(report(self.finger, .down, 0.95))
    }
    guard shot == .pullUp else { return }
    for finger in self.fingers {
      self.send(report(finger, .moved, 0.5))
      self.send(report(finger, .up, 0.2))
    }
    self.fingers = []
  }

  private mutating func rotate() {
    var surface = self.session.state.surface
    surface.viewport = Size(
      width: surface.viewport.height, height: surface.viewport.width)
    self.send(.surface(surface))
  }
}
