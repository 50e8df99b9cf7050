extension Session {
  /// Returns the second floor's finding about an input before it is handled; nil for none.
  func finding(about input: SecondFloor.Input, in context: SecondFloor.Context) -> Finding? {
    guard let rule = self.experience.floor?.rule else { return nil }
    let inspection = FloorInspection(floor: self.state.floor, rule: rule, context: context)
    return inspection.finding(about: input).map { Finding($0.rule, "floor", $0.text) }
  }
}

/// The second floor before it handles an input.
private struct FloorInspection {
  typealias Words = (rule: String, text: String)

  let floor: SecondFloor
  let rule: FloorDefinition.Rule
  let context: SecondFloor.Context

  private var name: String { "\(wireName(self.floor.phase.visible))" }

  func finding(about input: SecondFloor.Input) -> Words? {
    var after = self.floor
    let effects = after.handle(input, by: Boxed(self.rule), in: self.context)
    guard effects.isEmpty else {
      return (
        input.rule, self.place(of: input) + effects.map(self.text).joined(separator: ", then ")
      )
    }
    return self.reason(for: input, after: after)
  }

  private func text(_ effect: SecondFloor.Effect) -> String {
    switch effect {
    case .entered(let phase, _): "\(self.name) becomes \(wireName(phase))"
    case .springBack(let distance):
      "pulled up \(plain(distance)) of \(plain(self.context.viewportHeight)) pt, neither far nor"
        + " fast enough; the page springs back"
    case .peek: "the floor peeks"
    case .refuse(let command, let reason): "\(wireName(command)) is refused: \(wireName(reason))"
    }
  }

  /// Returns the pull distance and its thresholds, for a step of the list.
  private func place(of input: SecondFloor.Input) -> String {
    guard case .step = input else { return "" }
    let distances =
      "the tip needs \(plain(self.rule.tipDistance)) pt, opening"
      + " \(plain(self.rule.triggerDistance)) pt"
    return "pulled \(plain(max(-self.context.y, 0))) pt (\(distances)): "
  }

  private func reason(for input: SecondFloor.Input, after: SecondFloor) -> Words? {
    switch input {
    case .step(let step): self.reason(for: step, input)
    case .pointer(let pointer): self.reason(for: pointer, after)
    case .command(.close): ("F8", "\(self.name): already closing, or closes once open")
    case .command(.turnOff): ("F17", "\(self.name): already off")
    case .command(.turnOn): ("F17", "\(self.name): already on")
    case .command: ("F9", "\(self.name): already visible")
    case .animationEnded(let directive):
      self.floor.deadline == nil
        ? nil : ("F7", "\(self.name): directive \(directive) is not its animation")
    case .expire, .background: nil
    case .holdExpired: ("D7", "\(self.name): no verdict is pending")
    }
  }

  private func reason(for step: ScrollTracker.Step, _ input: SecondFloor.Input) -> Words {
    switch self.floor.phase {
    case .opening, .open, .closing:
      return ("F1", "\(self.name): scrolling of the list is ignored")
    case .closed, .pulling, .tip, .armed:
      break
    }
    guard self.context.isListVisible else { return ("F14", "the list is not visible") }
    switch step {
    case .decelerated where self.floor.ignoresBounce,
      .programmaticMoved where self.floor.ignoresBounce:
      return ("F2", "the list bounces back from a pull that did not open the floor")
    case .beganUnreported, .programmaticBegan:
      return ("S3", "has no effect by itself")
    case .began, .resumed, .moved, .ended, .endedAfterRelease, .decelerated, .settled, .cancelled,
      .programmaticMoved,
      .programmaticEnded:
      guard self.context.y < 0 else {
        return ("F2", "\(plain(self.context.y)) pt is not a pull: stays \(self.name)")
      }
      return ("F3", self.place(of: input) + "stays \(self.name)")
    }
  }

  private func reason(for pointer: Pointer, _ after: SecondFloor) -> Words {
    guard case .open(let pull) = after.phase else { return ("F8", "\(self.name): not open") }
    if let pull, pull.pointer == pointer.id {
      return ("F8", "finger \(pointer.id) has pulled the page up \(plain(pull.distance)) pt")
    }
    if pull != nil { return ("F8", "finger \(pointer.id): another finger pulls the page") }
    let zone = self.context.viewportHeight * (1 - self.rule.closeZone)
    return pointer.phase == .down
      ? ("F8", "y=\(plain(pointer.position.y)): a pull must begin at y=\(plain(zone)) or more")
      : ("F8", "finger \(pointer.id) does not pull the page")
  }
}

extension SecondFloor.Input {
  /// The rule by which the input changes the floor.
  fileprivate var rule: String {
    switch self {
    case .step(.ended): "F5"
    case .step: "F3"
    case .pointer: "F8"
    case .command: "F9"
    case .animationEnded, .expire: "F7"
    case .holdExpired: "D7"
    case .background: "S3"
    }
  }
}
