extension Session {
  /// Returns a toggle's finding about an input before it is handled.
  func finding(
    about input: ThresholdToggle.Input, of index: Int, in context: ThresholdToggle.Context
  ) -> Finding {
    let definition = self.experience.toggles[index]
    let inspection = ToggleInspection(
      toggle: self.state.toggles[index], rule: definition.rule, names: definition.appearance,
      context: context)
    let (rule, text) = inspection.finding(about: input)
    return Finding(rule, "toggle \(definition.id)", text)
  }
}

/// A toggle before it handles an input.
private struct ToggleInspection {
  typealias Words = (rule: String, text: String)

  let toggle: ThresholdToggle
  let rule: ToggleDefinition.Rule
  let names: ToggleDefinition.Appearance
  let context: ThresholdToggle.Context

  private var y: String { "\(plain(self.context.y)) pt" }
  private var look: String { self.name(of: self.toggle.look) }
  private var ordered: Words {
    ("R10", "ordered until the next drag or programmatic scroll begins: stays \(self.look)")
  }

  func finding(about input: ThresholdToggle.Input) -> Words {
    var after = self.toggle
    switch after.handle(input, by: self.rule, in: self.context) {
    case .swap(let animated):
      return (
        self.rule.travel == nil ? input.rule : "R12",
        "\(self.y): \(self.name(of: after.look)) replaces \(self.look)"
          + (animated ? "" : ", without animation")
      )
    case .switchAndScrollToTop:
      return (
        "R8", "\(self.name(of: after.look)) replaces \(self.look); the list scrolls to the top"
      )
    case nil:
      return self.reason(for: input)
    }
  }

  /// Returns the reason for an input without effect.
  private func reason(for input: ThresholdToggle.Input) -> Words {
    switch input {
    case .step(let step):
      return self.reason(for: step)
    case .otherStep(.resumed), .otherStep(.moved), .otherStep(.decelerated),
      .otherStep(.programmaticMoved):
      return self.sample
    case .otherStep:
      return ("S2", "another list's drag neither sets nor clears the latch")
    case .command(let look):
      return ("R4", "already shows \(self.name(of: look))")
    case .reselect:
      if !self.rule.returnsOnReselect {
        return ("R8", "reselecting the tab does not switch it back")
      }
      return ("R8", self.toggle.isReturning ? self.returning.text : "already shows \(self.look)")
    case .reconcile, .expire:
      return self.atRest
    }
  }

  private func reason(for step: ScrollTracker.Step) -> Words {
    switch step {
    case .began:
      return ("R2", "the drag sets the latch at \(self.y)")
    case .resumed:
      return self.rule.startsUnseen ? self.reason(for: .began) : self.sample
    case .beganUnreported:
      return self.rule.startsUnseen
        ? self.reason(for: .began) : ("S3", "a drag without began does not set the latch")
    case .moved, .decelerated, .programmaticMoved:
      if case (.scrollingToTop, .moved) = (self.toggle.phase, step) { return self.atRest }
      return self.sample
    case .ended, .endedAfterRelease:
      return ("R2", "lifting the finger does not clear the latch")
    case .settled, .cancelled:
      if case .armed = self.toggle.phase, self.rule.latch == .untilFired {
        return ("R2", "the latch stays set until it fires")
      }
      return self.atRest
    case .programmaticBegan:
      return self.toggle.phase == .commanded
        ? ("R10", "the order ends with this programmatic scroll")
        : ("R2", "a programmatic scroll does not set the latch")
    case .programmaticEnded:
      return self.atRest
    }
  }

  /// The reason for a sample without effect (rules R1 to R5, R9, S4).
  private var sample: Words {
    switch self.toggle.phase {
    case .resting:
      return (
        "R2", "\(self.y): the latch is not set; it has fired in this drag, or no drag has begun"
      )
    case .commanded:
      return self.ordered
    case .scrollingToTop:
      return self.returning
    case .armed(let reference):
      if self.context.y < 0 && !self.rule.seesOverscroll {
        return ("S4", "\(self.y) is overscroll; toggles ignore it")
      }
      if !self.context.isVisible && !self.rule.switchesHidden { return self.hidden }
      if let look = ThresholdToggle.look(from: reference, by: self.rule, in: self.context) {
        return ("R4", "\(self.y) selects \(self.name(of: look)), which is already shown")
      }
      if self.rule.travel != nil { return self.travel }
      return self.uncrossed(from: reference)
    }
  }

  private func uncrossed(from reference: Double) -> Words {
    switch self.rule.direction {
    case .crossing:
      let side = self.toggle.look == .below ? 1.0 : -1
      let line = self.rule.threshold + side * self.rule.hysteresis
      return ("R3", "from \(plain(reference)) to \(self.y) does not cross \(plain(line)) pt")
    case .fromDragStart:
      let (up, down) = (
        self.rule.threshold + self.rule.hysteresis, self.rule.threshold - self.rule.hysteresis
      )
      let place = "\(self.y), dragged from \(plain(reference)) pt,"
      return self.context.y > reference
        ? ("R3", "\(place) is not above \(plain(up)) pt")
        : ("R3", "\(place) is not below \(plain(down)) pt")
    }
  }

  /// The reason for an offset at rest without effect (rules R6, R9, R10).
  private var atRest: Words {
    switch self.toggle.phase {
    case .commanded: return self.ordered
    case .scrollingToTop: return self.returning
    case .resting, .armed: break
    }
    guard self.rule.reconciles else { return ("R6", "the toggle does not switch at rest") }
    guard self.context.isVisible else { return self.hidden }
    guard self.rule.look(at: self.context.y, after: self.context.distance) != nil else {
      if self.rule.travel != nil { return self.travel }
      return (
        "R6",
        "\(self.y) is within \(plain(self.rule.hysteresis)) pt of"
          + " \(plain(self.rule.threshold)) pt:"
          + " stays \(self.look)"
      )
    }
    return ("R6", "\(self.y) selects \(self.look), which is already shown")
  }

  /// The reason for travel without effect (rule R12).
  private var travel: Words {
    guard let travel = self.rule.travel else { return self.hidden }
    let distance = self.context.distance
    return distance < 0
      ? ("R12", "\(plain(-distance)) pt back since the turn; needs \(plain(travel.back)) pt")
      : ("R12", "\(plain(distance)) pt away since the turn; needs \(plain(travel.away)) pt")
  }

  private var hidden: Words { ("R9", "not visible; it switches when it becomes visible") }
  private var returning: Words { ("R8", "the list is scrolling to the top") }

  private func name(of look: ToggleLook) -> String {
    switch look {
    case .below: self.names.belowName
    case .above: self.names.aboveName
    }
  }
}

extension ThresholdToggle.Input {
  /// The rule by which the input switches a toggle.
  fileprivate var rule: String {
    switch self {
    case .step(.settled), .step(.cancelled), .step(.programmaticEnded), .reconcile, .expire: "R6"
    case .step, .otherStep: "R1"
    case .command: "R10"
    case .reselect: "R8"
    }
  }
}
