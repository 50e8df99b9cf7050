import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  mutating func floor(
    _ definition: Interaction_V1_SecondFloorDefinition, preset: Preset, sources: [ScrollSource],
    timelines: [TimelineDefinition]
  ) -> FloorDefinition {
    FloorDefinition(
      source: self.source(definition.source, of: sources, "second_floor.source"),
      rule: self.rule(definition, preset: preset, timelines: timelines),
      appearance: self.appearance(definition, preset: preset, sources: sources)
    )
  }

  private mutating func rule(
    _ definition: Interaction_V1_SecondFloorDefinition, preset: Preset,
    timelines: [TimelineDefinition]
  ) -> FloorDefinition.Rule {
    var rule: FloorDefinition.Rule = preset == .literal ? .literal : .refined
    self.read(definition, into: &rule, at: "second_floor")
    if definition.hasTipDistance { rule.tipDistance = definition.tipDistance }
    if definition.hasTriggerDistance { rule.triggerDistance = definition.triggerDistance }
    if definition.hasTipHysteresis { rule.tipHysteresis = definition.tipHysteresis }
    if definition.hasTriggerHysteresis { rule.triggerHysteresis = definition.triggerHysteresis }
    self.checkDistances(of: rule, limit: definition.hasLimit ? definition.limit : 812)
    if definition.hasSpringBackDuration {
      rule.springBackDuration = self.span(
        definition.springBackDuration, rule.closeDuration, "second_floor.spring_back_duration")
    }
    if definition.hasOpeningTimeline {
      rule.openingTimeline = self.timeline(
        definition.openingTimeline, of: timelines, for: .floorOpening,
        "second_floor.opening_timeline")
    }
    if definition.hasClosingTimeline {
      rule.closingTimeline = self.timeline(
        definition.closingTimeline, of: timelines, for: .floorClosing,
        "second_floor.closing_timeline")
    }
    if definition.hasRefreshDistance {
      rule.refreshDistance = definition.refreshDistance
      self.require(
        rule.refreshDistance >= 0 && rule.refreshDistance < rule.tipDistance,
        "second_floor.refresh_distance",
        "is \(plain(rule.refreshDistance)); must be at least 0 (no refresh) and less than"
          + " tip_distance, \(plain(rule.tipDistance))")
    }
    return rule
  }

  /// Checks that 0 < tip < trigger ≤ limit (rule F4).
  private mutating func checkDistances(of rule: FloorDefinition.Rule, limit: Double) {
    self.require(
      rule.tipDistance > 0 && rule.tipDistance < rule.triggerDistance, "second_floor.tip_distance",
      "is \(plain(rule.tipDistance)); must be more than 0 and less than trigger_distance,"
        + " \(plain(rule.triggerDistance))")
    self.require(
      rule.triggerDistance <= limit && limit <= 1e5, "second_floor.trigger_distance",
      "is \(plain(rule.triggerDistance)); must be at most limit, \(plain(limit)), and limit at most"
        + " 100000")
    self.require(
      rule.tipHysteresis >= 0 && rule.tipHysteresis <= rule.tipDistance,
      "second_floor.tip_hysteresis",
      "is \(plain(rule.tipHysteresis)); must be 0 to tip_distance, \(plain(rule.tipDistance))")
    let triggerHysteresis = rule.triggerHysteresis ?? 0
    self.require(
      triggerHysteresis >= 0 && triggerHysteresis <= rule.triggerDistance,
      "second_floor.trigger_hysteresis",
      "is \(plain(triggerHysteresis)); must be 0 to trigger_distance,"
        + " \(plain(rule.triggerDistance))")
  }

  private mutating func appearance(
    _ definition: Interaction_V1_SecondFloorDefinition, preset: Preset, sources: [ScrollSource]
  ) -> FloorDefinition.Appearance {
    var appearance = FloorDefinition.Appearance(
      fadesList: preset == .refined,
      assetKind: preset == .literal ? .byURL : .declared,
      assetSize: self.assetSize(definition))
    self.read(definition, into: &appearance, at: "second_floor")
    if definition.hasMaskEnd { appearance.maskEnd = definition.maskEnd }
    self.require(
      appearance.maskEnd >= appearance.maskStart && appearance.maskEnd <= 1,
      "second_floor.mask_end",
      "is \(plain(appearance.maskEnd)); must be mask_start, \(plain(appearance.maskStart)), to 1")
    appearance.links = self.links(definition.links, sources: sources)
    return appearance
  }

  /// Converts the image's size; nil if the experience has none (rule F15). Both edges are required.
  private mutating func assetSize(
    _ definition: Interaction_V1_SecondFloorDefinition
  ) -> Size? {
    guard definition.assetWidth != 0 || definition.assetHeight != 0 else { return nil }
    let edges = 0.001 ... EventLimits.edge
    return Size(
      width: self.number(definition.assetWidth, in: edges, "second_floor.asset_width"),
      height: self.number(definition.assetHeight, in: edges, "second_floor.asset_height"))
  }

  private mutating func links(
    _ definitions: [Interaction_V1_ScrollLink], sources: [ScrollSource]
  ) -> [ScrollLink] {
    self.list(definitions, limit: 16, "second_floor.links").enumerated().map { index, link in
      let field = "second_floor.links[\(index)]"
      func value(_ value: Double, _ name: String, _ reader: inout DefinitionReader) -> Double {
        reader.number(value, in: -1e6 ... 1e6, "\(field).\(name)")
      }
      return ScrollLink(
        driver: .offset(self.source(link.source, of: sources, "\(field).source")),
        target: ViewPath(self.text(link.target, "\(field).target")),
        property: self.choice(link.property, AnimatedProperty.opacity, "\(field).property"),
        startOffset: value(link.startOffset, "start_offset", &self),
        endOffset: value(link.endOffset, "end_offset", &self),
        startValue: value(link.startValue, "start_value", &self),
        endValue: value(link.endValue, "end_value", &self)
      )
    }
  }
}

extension FloorDefinition {
  /// The complete definition, without reliance on a preset.
  var definition: Interaction_V1_SecondFloorDefinition {
    let rule = self.rule
    let appearance = self.appearance
    return .with {
      rule.write(to: &$0)
      appearance.write(to: &$0)
      $0.source = self.source.name
      $0.tipDistance = rule.tipDistance
      $0.tipHysteresis = rule.tipHysteresis
      $0.triggerDistance = rule.triggerDistance
      if let hysteresis = rule.triggerHysteresis { $0.triggerHysteresis = hysteresis }
      if let duration = rule.springBackDuration { $0.springBackDuration = duration.proto }
      if let opening = rule.openingTimeline { $0.openingTimeline = opening.name }
      if let closing = rule.closingTimeline { $0.closingTimeline = closing.name }
      $0.assetWidth = appearance.assetSize?.width ?? 0
      $0.assetHeight = appearance.assetSize?.height ?? 0
      $0.maskEnd = appearance.maskEnd
      $0.links = appearance.links.map(\.proto)
      $0.refreshDistance = rule.refreshDistance
    }
  }
}
