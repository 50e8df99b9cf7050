import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  mutating func toggles(
    _ definitions: [Interaction_V1_ToggleDefinition], preset: Preset, sources: [ScrollSource],
    timelines: [TimelineDefinition]
  ) -> [ToggleDefinition] {
    let definitions = self.list(definitions, limit: 8, "toggles")
    var names: [String] = []
    return definitions.enumerated().map { index, definition in
      let field = "toggles[\(index)]"
      let id = self.name(definition.id, limit: 15, field.child("id"))
      self.require(
        names.appendNew(id), field.child("id"), "'\(id)' is declared twice; rename or remove one")
      return ToggleDefinition(
        id: id,
        source: self.source(definition.source, of: sources, field.child("source")),
        rule: self.rule(definition, preset: preset, field),
        appearance: self.appearance(
          definition, preset: preset, timelines: timelines, field)
      )
    }
  }

  private mutating func rule(
    _ definition: Interaction_V1_ToggleDefinition, preset: Preset, _ field: String
  ) -> ToggleDefinition.Rule {
    if definition.policy == .direction { return self.directionalRule(definition, field) }
    if case .UNRECOGNIZED(let value) = definition.policy {
      self.add(field.child("policy"), "is \(value); must be one of threshold, direction")
    }
    for (isSet, name) in [
      (definition.hasAway, "away"), (definition.hasBack, "back"),
      (definition.hasNearTop, "near_top"),
    ] where isSet {
      self.add("\(field).\(name)", "needs policy: direction; set it, or remove the field")
    }
    var rule: ToggleDefinition.Rule = preset == .literal ? .literal : .refined
    self.read(definition, into: &rule, at: field)
    let isInHeights = self.isInHeights(definition.unit, field.child("unit"))
    if definition.hasThreshold {
      rule.threshold = self.number(
        definition.threshold, in: 0 ... (isInHeights ? 1000 : 1e6), field.child("threshold"))
    }
    self.require(
      !isInHeights || definition.hasThreshold, field.child("threshold"),
      "is missing; must be 0 to 1000 heights with unit: height")
    rule.hysteresis = self.number(
      definition.hysteresis, in: 0 ... rule.threshold, field.child("hysteresis"))
    if isInHeights {
      rule.heights = ToggleDefinition.Rule.Heights(
        threshold: rule.threshold, hysteresis: rule.hysteresis)
    }
    return rule
  }

  /// Reads a toggle that switches by direction (rule R12).
  private mutating func directionalRule(
    _ definition: Interaction_V1_ToggleDefinition, _ field: String
  ) -> ToggleDefinition.Rule {
    for (isSet, name) in [
      (definition.hasThreshold, "threshold"), (definition.hysteresis != 0, "hysteresis"),
      (definition.unit != .unspecified, "unit"),
      (definition.direction != .unspecified, "direction"),
      (definition.latch == .untilFired, "latch"),
      (definition.seesOverscroll, "sees_overscroll"),
      (definition.seesEverySource, "sees_every_source"),
    ] where isSet {
      self.add("\(field).\(name)", "does not apply with policy: direction; remove it")
    }
    var rule = ToggleDefinition.Rule.directional
    self.read(definition, into: &rule, at: field)
    var travel = ToggleDefinition.Rule.Travel()
    if definition.hasAway {
      travel.away = self.number(definition.away, in: 1 ... 1e5, field.child("away"))
    }
    if definition.hasBack {
      travel.back = self.number(definition.back, in: 1 ... 1e5, field.child("back"))
    }
    if definition.hasNearTop {
      travel.nearTop = self.number(definition.nearTop, in: 0 ... 1e6, field.child("near_top"))
    }
    rule.travel = travel
    return rule
  }

  private mutating func appearance(
    _ definition: Interaction_V1_ToggleDefinition, preset: Preset,
    timelines: [TimelineDefinition], _ field: String
  ) -> ToggleDefinition.Appearance {
    let swap = self.choice(
      definition.swap, ToggleDefinition.Appearance.Swap.page, field.child("swap"))
    let isPage = swap == .page
    // The original sets no curve for the animation back, which makes it linear (rule R7).
    let wayBack: CubicBezier = preset == .literal && swap == .push ? .linear : .easeInEaseOut
    var appearance = ToggleDefinition.Appearance(
      swap: swap,
      edge: self.number(
        definition.hasEdge ? definition.edge : (isPage ? 42 : 32), in: 1 ... 1000,
        field.child("edge")),
      duration: self.span(
        definition.hasDuration ? definition.duration : nil, .milliseconds(isPage ? 300 : 250),
        field.child("duration")),
      easingToAbove: self.curve(
        definition.hasEasingAbove ? definition.easingAbove : nil, .easeInEaseOut,
        field.child("easing_above")),
      easingToBelow: self.curve(
        definition.hasEasingBelow ? definition.easingBelow : nil, wayBack,
        field.child("easing_below")),
      timelineToAbove: definition.hasTimelineAbove
        ? self.timeline(
          definition.timelineAbove, of: timelines, for: .toggle(swap), field.child("timeline_above")
        )
        : nil,
      timelineToBelow: definition.hasTimelineBelow
        ? self.timeline(
          definition.timelineBelow, of: timelines, for: .toggle(swap), field.child("timeline_below")
        )
        : nil
    )
    self.read(definition, into: &appearance, at: field)
    return appearance
  }
}

extension ToggleDefinition {
  /// The complete definition, without reliance on a preset.
  var definition: Interaction_V1_ToggleDefinition {
    .with {
      $0.id = self.id
      $0.source = self.source.name
      self.rule.write(to: &$0)
      if let travel = self.rule.travel {
        $0.policy = .direction
        $0.direction = .unspecified
        $0.away = travel.away
        $0.back = travel.back
        $0.nearTop = travel.nearTop
      } else {
        $0.threshold = self.rule.heights?.threshold ?? self.rule.threshold
        $0.hysteresis = self.rule.heights?.hysteresis ?? self.rule.hysteresis
        if self.rule.heights != nil { $0.unit = .height }
      }
      self.appearance.write(to: &$0)
      $0.swap = self.appearance.swap.proto
      $0.edge = self.appearance.edge
      $0.duration = self.appearance.duration.proto
      $0.easingAbove = self.appearance.easingToAbove.proto
      $0.easingBelow = self.appearance.easingToBelow.proto
      if let above = self.appearance.timelineToAbove { $0.timelineAbove = above.name }
      if let below = self.appearance.timelineToBelow { $0.timelineBelow = below.name }
    }
  }
}
