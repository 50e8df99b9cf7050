import InteractionCore

/// The names of the toggle's phases, inputs and decisions in its tables.
enum ToggleNames {
  /// The kinds of phases; an additional one fails to compile in `init`.
  enum Phase: CaseIterable {
    case resting, armed, ordered, returning

    init(_ phase: ThresholdToggle.Phase) {
      switch phase {
      case .resting: self = .resting
      case .armed: self = .armed
      case .commanded: self = .ordered
      case .scrollingToTop: self = .returning
      }
    }
  }

  /// The kinds of inputs; an additional one fails to compile in `init`.
  enum Input: CaseIterable {
    case step, otherStep, order, reselect, reconsider, expire

    init(_ input: ThresholdToggle.Input) {
      switch input {
      case .step: self = .step
      case .otherStep: self = .otherStep
      case .command: self = .order
      case .reselect: self = .reselect
      case .reconcile: self = .reconsider
      case .expire: self = .expire
      }
    }
  }

  /// All inputs, by name.
  static let inputs: [(name: String, input: ThresholdToggle.Input)] =
    StepName.allCases.map { ($0.rawValue, .step($0.step)) }
    + StepName.allCases.map { ("other \($0.rawValue)", .otherStep($0.step)) }
    + ToggleLook.allCases.map { ($0 == .below ? "order logo" : "order rocket", .command($0)) }
    + [
      ("reselect", .reselect), ("reconsider", .reconcile(animated: true)),
      ("reconsider still", .reconcile(animated: false)), ("expire", .expire),
    ]

  /// The phases that every table has besides the armed one.
  static let otherPhases = ["resting", "ordered", "returning 11"]

  /// Returns the phase with a name; nil for an unknown name.
  static func phase(_ name: String) -> ThresholdToggle.Phase? {
    let phases: [ThresholdToggle.Phase] = [
      .resting, .armed(reference: 300), .armed(reference: 500), .commanded,
      .scrollingToTop(until: .seconds(11)),
    ]
    return phases.first { self.name($0) == name }
  }

  /// Returns the outcome of an input, in words.
  static func describe(
    _ phase: ThresholdToggle.Phase, after before: ThresholdToggle.Phase,
    _ decision: ThresholdToggle.Decision?
  ) -> String {
    switch decision {
    case nil: phase == before ? "." : self.name(phase)
    case .swap(animated: true): "\(self.name(phase)), swap"
    case .swap(animated: false): "\(self.name(phase)), set"
    case .switchAndScrollToTop: "\(self.name(phase)), swap and scroll"
    }
  }

  private static func name(_ phase: ThresholdToggle.Phase) -> String {
    switch phase {
    case .resting: "resting"
    case .armed(let reference): "armed \(Int(reference))"
    case .commanded: "ordered"
    case .scrollingToTop(let until): "returning \(until.microseconds / 1_000_000)"
    }
  }
}
